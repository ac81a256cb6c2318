package dev.jointly.io;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads evidence, format {@code jointly/evidence@1}: one JSON document or many (NDJSON), plain or gzip. One document is in memory at a time.
 *
 * <p>Not thread-safe.
 */
public final class EvidenceReader extends DocumentReader<Evidence> {
    /** What the field {@code format} of evidence says. */
    public static final String FORMAT = "jointly/evidence@1";

    /** As many as there are pairs of parts, each part with itself included. */
    private static final int MAX_EDGES = Limits.PARTS * (Limits.PARTS + 1) / 2;

    private static final String PARTS = "an array of part names";
    private static final String CANDIDATES = "an array of candidates [part, x, y, score]";
    private static final String EDGES = "an array of edges, objects with parts and affinity";
    private static final String POSITION = "the position of a part in /parts, a whole number from 0";
    private static final String SCORE = "a number from 0 to 1";
    private static final String TWO = "the positions of two parts [a, b]";
    private static final String AFFINITY = "an array of rows, one for each detection of the edge's first part";

    private static final JsonShape EDGE = JsonShape.of("an edge, an object with parts and affinity", "parts")
            .taking("affinity", AFFINITY, rows("affinities"), () -> new Rows("an affinity"))
            .taking("share", AFFINITY, rows("shares of samples"), () -> new Rows("a share of samples"))
            .taking("least", AFFINITY, rows("least values"), () -> new Rows("a least value"));

    private static final JsonShape SHAPE = JsonShape.of("evidence", "id")
            .format(FORMAT)
            .with("image", ImageFields.SHAPE)
            .with("parts", Limit.of(Limits.PARTS, "entries"))
            .list("candidates", CANDIDATES, Limit.of(Limits.DETECTIONS, "entries"), EvidenceReader::candidate)
            .list("edges", EDGES, Limit.of(MAX_EDGES, "entries"), EDGE, EvidenceReader::edge);

    private EvidenceReader(JsonSource source) {
        super(source, "document of evidence", SHAPE, EvidenceReader::evidence);
    }

    /** Of one kind of number: rows of one edge, and rows and numbers of all of them. */
    private static Limit rows(String what) {
        return Limit.deep(Limits.DETECTIONS, Limits.PAIRS, what);
    }

    /** Opens a file by name; {@code -} is standard input. */
    public static EvidenceReader open(String file, InputStream standardInput) {
        return new EvidenceReader(JsonSource.open(file, standardInput));
    }

    /** Opens a file, one document or many. */
    public static EvidenceReader open(Path file) {
        return open(file.toString(), InputStream.nullInputStream());
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static EvidenceReader of(String name, InputStream in) {
        return new EvidenceReader(JsonSource.of(name, in));
    }

    /** Numbers between the detections of two parts; null where they are not known. */
    private static final class Rows implements JsonShape.Entries {
        private final String what;
        private final List<double[]> rows = new ArrayList<>();

        Rows(String what) {
            this.what = what;
        }

        @Override
        public void add(JsonValue row) {
            String expected = what + ", a finite number, or null where it is not known";
            rows.add(row.entries("a row of numbers, one for each detection of the second part").stream()
                    .mapToDouble(number -> number.isNull() ? Double.NaN : number.finite(expected))
                    .toArray());
        }

        static double[][] of(JsonValue edge, String field) {
            return edge.taken(field, Rows.class).rows.toArray(double[][]::new);
        }
    }

    private static Candidate candidate(JsonValue candidate) {
        String expected = "a candidate [part, x, y, score]";
        int part = candidate.at(0, expected, POSITION).integer(0, Limits.PARTS - 1, POSITION);
        double x = candidate.at(1, expected).finite("x in pixels, a finite number");
        double y = candidate.at(2, expected).finite("y in pixels, a finite number");
        JsonValue score = candidate.at(3, expected, SCORE);
        if (score.finite(SCORE) < 0 || score.finite(SCORE) > 1) {
            throw score.bad(SCORE);
        }
        candidate.requireEnd(4, "the end of the detection after [part, x, y, score]");
        return new Candidate(part, x, y, score.finite(SCORE));
    }

    /** An edge whose affinities may not fit yet. */
    private static Edge edge(JsonValue edge) {
        List<JsonValue> two = edge.get("parts", TWO).exactly(2, TWO);
        return new Edge(
                two.get(0).integer(0, Limits.PARTS - 1, POSITION),
                two.get(1).integer(0, Limits.PARTS - 1, POSITION),
                Rows.of(edge, "affinity"),
                edge.has("share") ? Rows.of(edge, "share") : Edge.UNKNOWN,
                edge.has("least") ? Rows.of(edge, "least") : Edge.UNKNOWN);
    }

    private static Evidence evidence(JsonValue value) {
        String id = value.name("id", "the id of the image");
        List<String> parts = parts(value.get("parts", PARTS));
        List<Candidate> candidates = value.list("candidates");
        int[] count = new int[parts.size()];
        for (int i = 0; i < candidates.size(); i++) {
            requirePart(value, candidates.get(i).part(), parts, "candidates/" + i + "/0");
            count[candidates.get(i).part()]++;
        }
        List<Edge> edges = value.listIfAny("edges");
        Map<List<Integer>, Integer> seen = new HashMap<>();
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            String path = "edges/" + i;
            requirePart(value, edge.a(), parts, path + "/parts/0");
            requirePart(value, edge.b(), parts, path + "/parts/1");
            Integer before = seen.put(List.of(Math.min(edge.a(), edge.b()), Math.max(edge.a(), edge.b())), i);
            if (before != null) {
                throw value.bad(
                        path + "/parts",
                        "[" + edge.a() + ", " + edge.b() + "] after /edges/" + before,
                        "every two parts once, in either order");
            }
            String first = count[edge.a()] + of(parts.get(edge.a()));
            String second = count[edge.b()] + of(parts.get(edge.b()));
            Map<String, double[][]> matrices =
                    Map.of("/affinity", edge.affinity(), "/share", edge.share(), "/least", edge.least());
            matrices.forEach((field, matrix) -> {
                if (matrix.length != count[edge.a()] && (matrix.length > 0 || field.equals("/affinity"))) {
                    throw value.bad(path + field, matrix.length + " rows", first);
                }
                for (int row = 0; row < matrix.length; row++) {
                    if (matrix[row].length != count[edge.b()]) {
                        throw value.bad(path + field + "/" + row, matrix[row].length + " numbers", second);
                    }
                }
            });
        }
        return new Evidence(id, ImageFields.of(value), parts, candidates, edges);
    }

    private static List<String> parts(JsonValue listed) {
        List<String> parts = new ArrayList<>();
        for (JsonValue given : listed.entries(PARTS)) {
            String part = given.name("a part's name");
            if (parts.contains(part)) {
                throw given.bad(Excerpt.quoted(part) + " a second time", "every part once");
            }
            parts.add(part);
        }
        return parts;
    }

    private static void requirePart(JsonValue value, int part, List<String> parts, String path) {
        if (part >= parts.size()) {
            String expected = parts.isEmpty()
                    ? "no position at all, for there are no parts"
                    : "the position of a part, 0 to " + (parts.size() - 1);
            throw value.bad(path, Integer.toString(part), expected);
        }
    }

    private static String of(String part) {
        return ", one for each detection of " + Excerpt.quoted(part);
    }
}
