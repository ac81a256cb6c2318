package dev.jointly.io.openpose;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.JsonObject;
import dev.jointly.io.JsonSource;
import dev.jointly.io.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reads {@code part_candidates} of OpenPose's JSON ({@code --part_candidates --write_json}): a list of one object, part
 * number to flat [x, y, score, ...]. OpenPose writes no scores of pairs, so there are no edges. OpenPose's own grouping
 * ({@code people}) is ignored.
 */
public final class OpenPoseReader {
    private static final int MOST_CANDIDATES = 100_000;
    private static final String EXPECTED = "an array of one object, part number to [x, y, score, ...]";
    private static final String NUMBERS = "an array [x, y, score, ...]";

    private final JsonSource source;
    private final JsonParser parser;
    private final List<Candidate> candidates = new ArrayList<>();
    private int highest;

    private OpenPoseReader(JsonSource source) {
        this.source = source;
        this.parser = source.parser();
    }

    /** The evidence of one frame, with the parts of {@link OpenPoseBody}; {@code -} is standard input. */
    public static Evidence read(String file, InputStream standardInput) {
        try (JsonSource source = JsonSource.open(file, standardInput)) {
            return Reading.of(source.name(), () -> new OpenPoseReader(source).evidence(id(source.name())));
        }
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

    private Evidence evidence(String id) {
        try {
            source.nextDocument("OpenPose's output");
            JsonObject object = new JsonObject(source, List.of("part_candidates"), "OpenPose's output");
            while (object.next()) {
                if (object.field().equals("part_candidates")) {
                    parts();
                } else {
                    source.skip();
                }
            }
            object.require("part_candidates", EXPECTED + " (run OpenPose with --part_candidates)");
        } catch (IOException e) {
            throw source.broken(e);
        }
        Anatomy body = highest < OpenPoseBody.BODY_18.size() ? OpenPoseBody.BODY_18 : OpenPoseBody.BODY_25;
        // the file's order of parts is that of text: "10" before "2"
        candidates.sort(Comparator.comparingInt(Candidate::part));
        return new Evidence(id, null, body.parts(), candidates, List.of());
    }

    private void parts() throws IOException {
        source.expect(JsonToken.START_ARRAY, EXPECTED);
        parser.nextToken();
        JsonObject object = new JsonObject(source, List.of(), EXPECTED);
        int fields = 0;
        while (object.next()) {
            fields++;
            int part = part(object.field());
            highest = Math.max(highest, part);
            candidates(part);
        }
        if (fields == 0) {
            throw source.bad(
                    source.path(), "no parts", "parts 0 to 17 or 0 to 24 (run OpenPose with --part_candidates)");
        }
        if (parser.nextToken() != JsonToken.END_ARRAY) {
            throw source.bad("the end of the array after one object");
        }
    }

    private int part(String name) {
        for (int part = 0; part < OpenPoseBody.BODY_25.size(); part++) {
            if (name.equals(Integer.toString(part))) {
                return part;
            }
        }
        throw source.problem(source.path(), "found a part that is neither 0 to 17 (COCO) nor 0 to 24 (BODY_25)");
    }

    private void candidates(int part) throws IOException {
        source.expect(JsonToken.START_ARRAY, NUMBERS);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            source.checkRoom(candidates.size(), MOST_CANDIDATES);
            double x = source.finite("x, a finite number");
            parser.nextToken();
            double y = source.finite("y, a finite number");
            parser.nextToken();
            double score = source.finite("a score, a finite number");
            // peaks of a network may be a little above 1
            candidates.add(new Candidate(part, x, y, Math.min(1, Math.max(0, score))));
        }
    }
}
