package dev.jointly.io.openpose;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code part_candidates} of OpenPose's JSON ({@code --part_candidates --write_json}): a list of one object, part
 * number to flat [x, y, score, ...]. OpenPose writes no scores of pairs, so there are no edges. OpenPose's own grouping
 * ({@code people}) is ignored.
 */
public final class OpenPoseReader {
    private static final String EXPECTED = "an array of one object, part number to [x, y, score, ...]";
    private static final String WITH_OPTION = " (run OpenPose with --part_candidates)";
    private static final JsonShape SHAPE = JsonShape.of("OpenPose's output")
            .with(
                    "part_candidates",
                    JsonShape.map(EXPECTED, Limit.inAll(3 * Limits.DETECTIONS, 3 * Limits.DETECTIONS, "numbers")));

    private OpenPoseReader() {}

    /** The evidence of one frame, with the parts of {@link OpenPoseBody}; {@code -} is standard input. */
    public static Evidence read(String file, InputStream standardInput) {
        JsonSource source = JsonSource.open(file, standardInput);
        return source.only("OpenPose's output", SHAPE, output -> evidence(id(source.name()), output));
    }

    /** The anatomy whose parts such evidence has. */
    public static Anatomy body(Evidence evidence) {
        return evidence.parts().equals(OpenPoseBody.BODY_18.parts()) ? OpenPoseBody.BODY_18 : OpenPoseBody.BODY_25;
    }

    /** The frame's name, which OpenPose puts before {@code _keypoints.json}. */
    static String id(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        String id = name.replaceFirst("(_keypoints)?\\.json(\\.gz)?$", "");
        return id.isEmpty() ? name : id;
    }

    private static Evidence evidence(String id, JsonValue output) {
        JsonValue list = output.get("part_candidates", EXPECTED + WITH_OPTION);
        Map<String, JsonValue> parts = list.at(0, EXPECTED).fields();
        list.requireEnd(1, "the end of the array after one object");
        if (parts.isEmpty()) {
            throw list.at(0, EXPECTED).bad("no parts", "parts 0 to 17 or 0 to 24" + WITH_OPTION);
        }
        List<Candidate> candidates = new ArrayList<>();
        int highest = 0;
        for (JsonValue numbers : parts.values()) {
            int part = part(numbers);
            highest = Math.max(highest, part);
            candidates(numbers, part, candidates);
        }
        Anatomy body = highest < OpenPoseBody.BODY_18.size() ? OpenPoseBody.BODY_18 : OpenPoseBody.BODY_25;
        // the file's order of parts is that of text: "10" before "2"
        candidates.sort(Comparator.comparingInt(Candidate::part));
        return new Evidence(id, null, body.parts(), candidates, List.of());
    }

    private static int part(JsonValue numbers) {
        for (int part = 0; part < OpenPoseBody.BODY_25.size(); part++) {
            if (numbers.name().equals(Integer.toString(part))) {
                return part;
            }
        }
        throw numbers.problem("found a part that is neither 0 to 17 (COCO) nor 0 to 24 (BODY_25)");
    }

    private static void candidates(JsonValue numbers, int part, List<Candidate> candidates) {
        String expected = "an array [x, y, score, ...]";
        int size = numbers.entries(expected).size();
        for (int i = 0; i < size; i += 3) {
            double x = numbers.at(i, expected).finite("x, a finite number");
            double y = numbers.at(i + 1, expected, "y, a finite number").finite("y, a finite number");
            String scored = "a score, a finite number";
            double score = numbers.at(i + 2, expected, scored).finite(scored);
            // peaks of a network may be a little above 1
            candidates.add(new Candidate(part, x, y, Math.min(1, Math.max(0, score))));
        }
    }
}
