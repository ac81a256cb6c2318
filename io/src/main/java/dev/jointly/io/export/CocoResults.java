package dev.jointly.io.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Layout;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.io.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * COCO results, what its evaluation takes: an array of people, each with image_id, category_id, keypoints and score. An
 * anatomy with COCO's key points by name is written in COCO's order, without parts that COCO does not have, such as the
 * neck; any other keeps its own parts.
 *
 * <p>Not thread-safe.
 */
public final class CocoResults implements Exporter {
    /** The format by its name. */
    static final OutputFormat FORMAT = new BuiltInFormat("coco-results", "", false, to -> new CocoResults(to.out()));

    private final JsonGenerator json;
    private final ImageNumbers numbers = new ImageNumbers();

    public CocoResults(OutputStream out) throws IOException {
        json = Layout.PRETTY.generator(out);
        json.writeStartArray();
    }

    @Override
    public void add(Solved solved) throws IOException {
        long number = numbers.number(solved.problem().id());
        List<Integer> order = CocoNames.positions(solved.parts());
        if (order.isEmpty()) {
            order = IntStream.range(0, solved.parts().size()).boxed().toList();
        }
        for (Person person : solved.people()) {
            Map<String, @Nullable Object> result = Json.object(
                    "image_id",
                    number,
                    "category_id",
                    CocoAnnotations.CATEGORY,
                    "keypoints",
                    Extras.keypoints(solved, person, order, 0, joint -> 1),
                    "score",
                    person.strength());
            result.putAll(Extras.person(solved, person));
            result.put("gap", solved.bounds().gap());
            Json.write(result, json);
        }
    }

    @Override
    public void close() throws IOException {
        json.writeEndArray();
        json.writeRaw('\n');
        json.close();
    }

    /** COCO's 17 key points, and which part of another anatomy each of them is, however it is spelt there. */
    static final class CocoNames {
        /** As COCO names them, in its order. */
        static final List<String> ALL = List.of(
                "nose",
                "left_eye",
                "right_eye",
                "left_ear",
                "right_ear",
                "left_shoulder",
                "right_shoulder",
                "left_elbow",
                "right_elbow",
                "left_wrist",
                "right_wrist",
                "left_hip",
                "right_hip",
                "left_knee",
                "right_knee",
                "left_ankle",
                "right_ankle");

        /** The lines that COCO draws, counted from 1. */
        static final int[][] SKELETON = {
            {16, 14}, {14, 12}, {17, 15}, {15, 13}, {12, 13}, {6, 12}, {7, 13}, {6, 7}, {6, 8}, {7, 9}, {8, 10},
            {9, 11}, {2, 3}, {1, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 6}, {5, 7}
        };

        private static final List<String> JOINTS =
                List.of("eye", "ear", "shoulder", "elbow", "wrist", "hip", "knee", "ankle");

        /** With fewer of the 17 than this an anatomy is not COCO's. */
        private static final int ENOUGH = 12;

        private CocoNames() {}

        /**
         * Positions of the 17 among {@code parts}, -1 where there is no such part; empty if it is another kind of anatomy.
         */
        static List<Integer> positions(List<String> parts) {
            List<String> plain = parts.stream().map(CocoNames::plain).toList();
            List<Integer> positions = new ArrayList<>();
            positions.add(plain.indexOf("nose"));
            for (String joint : JOINTS) {
                positions.add(plain.indexOf("left" + joint));
                positions.add(plain.indexOf("right" + joint));
            }
            return positions.stream().filter(position -> position >= 0).count() < ENOUGH ? List.of() : positions;
        }

        /** "left_eye", "l-eye", "LEye" and "leye" are all "lefteye". */
        private static String plain(String part) {
            String letters = part.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
            for (String joint : JOINTS) {
                if (letters.equals("l" + joint)) {
                    return "left" + joint;
                }
                if (letters.equals("r" + joint)) {
                    return "right" + joint;
                }
            }
            return letters;
        }
    }
}
