package dev.jointly.vision;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.problem.Image;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The real detections and annotations that tests outside of the project's own data use, found by JOINTLY_DATA. */
public final class RealData {
    /** Parts of the network openpose-mobilenet, in its order. */
    public static final List<String> PERSON = List.of(
            "nose",
            "neck",
            "r-shoulder",
            "r-elbow",
            "r-wrist",
            "l-shoulder",
            "l-elbow",
            "l-wrist",
            "r-hip",
            "r-knee",
            "r-ankle",
            "l-hip",
            "l-knee",
            "l-ankle",
            "r-eye",
            "l-eye",
            "r-ear",
            "l-ear");

    private static final List<String> COCO = List.of(
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

    private static final int[][] PERSON_LIMBS = {
        {1, 2}, {1, 5}, {2, 3}, {3, 4}, {5, 6}, {6, 7}, {1, 8}, {8, 9}, {9, 10}, {1, 11}, {11, 12}, {12, 13}, {1, 0},
        {0, 14}, {14, 16}, {0, 15}, {15, 17}
    };

    /** Share of a person's box that the person covers, on average over COCO's people. */
    private static final double COVERED = 0.53;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private RealData() {}

    /** A file of the data, or the test is skipped. */
    public static Path file(String name) {
        String folder = System.getenv("JOINTLY_DATA");
        Assumptions.assumeTrue(folder != null, "JOINTLY_DATA is not set: no real data to test with");
        Path file = Path.of(String.valueOf(folder), name);
        Assumptions.assumeTrue(Files.exists(file), file + " is not there");
        return file;
    }

    /** The body the network sees, led by these parts. */
    public static Anatomy person(String... majors) {
        List<Anatomy.Limb> limbs = Arrays.stream(PERSON_LIMBS)
                .map(l -> new Anatomy.Limb(l[0], l[1]))
                .toList();
        return new Anatomy(
                "openpose-18",
                PERSON,
                Arrays.stream(majors).map(PERSON::indexOf).toList(),
                limbs);
    }

    /** Detections of people, ids without leading zeros. */
    public static List<Evidence> people(String file) {
        List<Evidence> all = new ArrayList<>();
        for (Object item : list(json(file(file)))) {
            Map<String, Object> picture = map(item);
            int width = (int) number(picture.get("width"));
            int height = (int) number(picture.get("height"));
            String name = string(picture.get("image"));
            List<Candidate> candidates = new ArrayList<>();
            for (Object d : list(picture.get("detections"))) {
                double[] v = numbers(d);
                candidates.add(new Candidate((int) v[0], v[1] * width, v[2] * height, Math.max(0, Math.min(1, v[3]))));
            }
            String id = String.valueOf(Long.parseLong(name.replaceAll("\\D", "")));
            all.add(new Evidence(id, new Image(name, width, height), PERSON, candidates, edges(picture, candidates)));
        }
        return all;
    }

    /** Annotations of COCO by id; pictures of uncertain size are left out. */
    public static Map<String, Truth> coco(String file) {
        Map<String, Truth> all = new LinkedHashMap<>();
        for (Object item : list(json(file(file)))) {
            Map<String, Object> picture = map(item);
            String id = String.valueOf((long) number(picture.get("id")));
            Image image = new Image(id, (int) number(picture.get("width")), (int) number(picture.get("height")));
            List<Person> people = new ArrayList<>();
            for (Object p : list(picture.get("people"))) {
                double[] box = numbers(map(p).get("bbox"));
                double[] points = numbers(map(p).get("keypoints"));
                List<Joint> joints = new ArrayList<>();
                for (int k = 0; k < COCO.size(); k++) {
                    Mark mark =
                            points[3 * k + 2] == 0 ? Mark.ABSENT : points[3 * k + 2] == 1 ? Mark.HIDDEN : Mark.VISIBLE;
                    joints.add(new Joint(points[3 * k], points[3 * k + 1], mark));
                }
                people.add(new Person(
                        joints, new Truth.Box(box[0], box[1], box[2], box[3]), COVERED * box[2] * box[3], false));
            }
            if (Boolean.TRUE.equals(picture.get("sizeCertain"))) {
                all.put(id, new Truth(id, image, COCO, people));
            }
        }
        return all;
    }

    /** Frames of DeepLabCut with what is known about them. */
    public record Frames(List<Evidence> evidence, List<Truth> truth) {}

    /** Only the first parts, as many as have edges: a part without any stands for a thing, of which there is one. */
    public static Frames animals(String file, int count) {
        Map<String, Object> document = map(json(file(file)));
        List<String> parts = list(document.get("bodyparts")).stream()
                .limit(count)
                .map(RealData::string)
                .toList();
        List<Evidence> evidence = new ArrayList<>();
        List<Truth> truth = new ArrayList<>();
        for (Object item : list(document.get("frames"))) {
            Map<String, Object> frame = map(item);
            List<Candidate> candidates = new ArrayList<>();
            for (Object d : list(frame.get("detections"))) {
                double[] v = numbers(d);
                if (v[0] < count) {
                    candidates.add(new Candidate((int) v[0], v[1], v[2], Math.max(0, Math.min(1, v[3]))));
                }
            }
            String id = string(frame.get("name"));
            evidence.add(new Evidence(id, null, parts, candidates, edges(frame, candidates)));
            truth.add(animals(id, parts, frame));
        }
        return new Frames(evidence, truth);
    }

    private static Truth animals(String id, List<String> parts, Map<String, Object> frame) {
        Map<String, List<Joint>> joints = new LinkedHashMap<>();
        Object known = frame.get("groundTruth");
        for (Object entry : known == null ? List.of() : list(known)) {
            List<Object> joint = list(entry);
            if (number(joint.get(0)) >= parts.size()) {
                continue;
            }
            joints.computeIfAbsent(
                            string(joint.get(1)),
                            name -> new ArrayList<>(Collections.nCopies(parts.size(), new Joint(0, 0, Mark.ABSENT))))
                    .set(
                            (int) number(joint.get(0)),
                            new Joint(number(joint.get(2)), number(joint.get(3)), Mark.VISIBLE));
        }
        List<Person> people = joints.values().stream()
                .map(own -> new Person(own, null, 0, false))
                .toList();
        return new Truth(id, null, parts, people);
    }

    private static List<Edge> edges(Map<String, Object> picture, List<Candidate> candidates) {
        List<Edge> edges = new ArrayList<>();
        for (Object item : list(picture.get("edges"))) {
            double[] parts = numbers(map(item).get("parts"));
            long rows =
                    candidates.stream().filter(c -> c.part() == (int) parts[0]).count();
            long columns =
                    candidates.stream().filter(c -> c.part() == (int) parts[1]).count();
            List<Object> matrix = list(map(item).get("affinity"));
            double[][] affinity = new double[(int) rows][(int) columns];
            for (int i = 0; i < matrix.size() && columns > 0; i++) {
                affinity[i] = numbers(matrix.get(i));
            }
            edges.add(new Edge((int) parts[0], (int) parts[1], affinity));
        }
        return edges;
    }

    private static @Nullable Object json(Path file) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
                JsonParser parser = JSON.createParser(in)) {
            parser.nextToken();
            return value(parser);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    object.put(name, value(parser));
                }
                return object;
            }
            case START_ARRAY -> {
                List<@Nullable Object> array = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser));
                }
                return array;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                return parser.getDoubleValue();
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return parser.getBooleanValue();
            }
            case VALUE_NULL -> {
                return null;
            }
            default -> {
                return parser.getText();
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object value) {
        return (Map<String, Object>) nonNull(value);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(@Nullable Object value) {
        return (List<Object>) nonNull(value);
    }

    private static double number(@Nullable Object value) {
        return value == null ? Double.NaN : (Double) value;
    }

    private static double[] numbers(@Nullable Object value) {
        return list(value).stream().mapToDouble(RealData::number).toArray();
    }

    private static String string(@Nullable Object value) {
        return (String) nonNull(value);
    }

    private static Object nonNull(@Nullable Object value) {
        if (value == null) {
            throw new IllegalStateException("the data is not what its README says");
        }
        return value;
    }
}
