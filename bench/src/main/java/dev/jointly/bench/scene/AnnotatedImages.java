package dev.jointly.bench.scene;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Box;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import dev.jointly.io.coco.CocoReader;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.problem.Image;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Annotated people of a file, image by image, with the parts of {@link Mpii}. Two formats are read, plain or gzip:
 * COCO's own ({@code person_keypoints_val2017.json}; CrowdPose's is of the same kind), and the slim one of the data
 * folder, a list of images with boxes and key points only.
 */
public final class AnnotatedImages {
    /** COCO's key points, in COCO's order. */
    static final List<String> COCO = List.of(("nose left_eye right_eye left_ear right_ear left_shoulder right_shoulder"
                    + " left_elbow right_elbow left_wrist right_wrist left_hip right_hip left_knee right_knee left_ankle"
                    + " right_ankle")
            .split(" ", -1));

    private AnnotatedImages() {}

    /** Images with at least one person, by number; those whose size is not certain are left out. */
    public static SortedMap<Long, Truth> read(Path file) {
        SortedMap<Long, Truth> pictures = new TreeMap<>();
        for (Truth truth : isList(file) ? slim(file) : CocoReader.read(file)) {
            Truth people = Mpii.people(truth);
            String digits = truth.id().replaceAll("\\D", "");
            if (!people.people().isEmpty() && !digits.isEmpty()) {
                pictures.put(Long.parseLong(digits), people);
            }
        }
        return pictures;
    }

    /** COCO's own format is one object. */
    private static boolean isList(Path file) {
        try (InputStream in = InputFile.open(file.toString(), InputStream.nullInputStream())) {
            int first = in.read();
            while (Character.isWhitespace(first)) {
                first = in.read();
            }
            return first == '[';
        } catch (IOException e) {
            throw new BadInputException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<Truth> slim(Path file) {
        JsonValue list =
                JsonSource.any(file.toString(), InputFile.open(file.toString(), InputStream.nullInputStream()));
        List<Truth> truths = new ArrayList<>();
        for (JsonValue picture : list.entries("a list of images")) {
            if (!picture.get("sizeCertain", "true or false").truth()) {
                continue;
            }
            String id = Long.toString(picture.get("id", "a number").whole("a number"));
            Image image = new Image(
                    id,
                    picture.integer("width", "a number of pixels"),
                    picture.integer("height", "a number of pixels"));
            truths.add(new Truth(
                    id,
                    image,
                    COCO,
                    picture.get("people", "a list of people").entries("a list of people", AnnotatedImages::person)));
        }
        return truths;
    }

    private static Person person(JsonValue person) {
        double[] box = person.get("bbox", "a box").numbers();
        double[] points = person.get("keypoints", "key points").numbers();
        List<Joint> joints = new ArrayList<>();
        for (int k = 0; k + 2 < points.length; k += 3) {
            double flag = points[k + 2];
            Mark mark = flag == 0 ? Mark.ABSENT : flag == 1 ? Mark.HIDDEN : Mark.VISIBLE;
            joints.add(new Joint(points[k], points[k + 1], mark));
        }
        return new Person(joints, new Box(box[0], box[1], box[2], box[3]), 0, false);
    }
}
