package dev.jointly.io.export;

import dev.jointly.io.Layout;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.io.json.Json;
import dev.jointly.pose.Person.Joint;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * OpenPose's JSON, one file per image: people with pose_keypoints_2d, in the order of the anatomy's parts, which is
 * OpenPose's where the anatomy is OpenPose's; and every detection under part_candidates.
 */
public final class OpenPoseFile {
    /** The format by its name. */
    static final OutputFormat FORMAT = new BuiltInFormat("openpose", false, "_keypoints.json", OpenPoseFile::write);

    private static final double VERSION = 1.3;
    private static final List<String> EMPTY = List.of(
            "face_keypoints_2d",
            "hand_left_keypoints_2d",
            "hand_right_keypoints_2d",
            "pose_keypoints_3d",
            "face_keypoints_3d",
            "hand_left_keypoints_3d",
            "hand_right_keypoints_3d");

    private OpenPoseFile() {}

    /** One document; the stream stays open. */
    public static void write(Solved solved, OutputStream out) throws IOException {
        List<Integer> parts = IntStream.range(0, solved.parts().size()).boxed().toList();
        Map<String, Object> candidates = new LinkedHashMap<>();
        parts.forEach(part -> candidates.put(Integer.toString(part), candidates(solved, part)));
        Map<String, @Nullable Object> document = Json.object(
                "version", VERSION,
                "people", solved.people().stream().map(person -> person(solved, person, parts)),
                "part_candidates", List.of(candidates),
                "parts", solved.parts());
        document.putAll(Extras.bounds(solved.bounds()));
        Layout.PRETTY.write(out, document);
    }

    private static Map<String, @Nullable Object> person(Solved solved, Person person, List<Integer> parts) {
        Map<String, @Nullable Object> json = Json.object(
                "person_id", List.of(-1),
                "pose_keypoints_2d", Extras.keypoints(solved, person, parts, 0.0, Joint::score));
        EMPTY.forEach(name -> json.put(name, List.of()));
        json.putAll(Extras.person(solved, person));
        return json;
    }

    /** Without the problem only the detections of people have places. */
    private static Stream<Double> candidates(Solved solved, int part) {
        return IntStream.range(0, solved.problem().size())
                .filter(d -> solved.problem().part(d) == part
                        && solved.problem().detections().get(d).x() != null)
                .mapToObj(solved::joint)
                .flatMap(joint -> Stream.of(joint.x(), joint.y(), joint.score()));
    }
}
