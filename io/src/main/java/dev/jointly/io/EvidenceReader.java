package dev.jointly.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.problem.Image;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads evidence, format {@code jointly/evidence@1}: one JSON document or many (NDJSON), plain or gzip. One document is in memory at a time; checks that need the whole document are made by {@link EvidenceDraft}.
 *
 * <p>Not thread-safe.
 */
public final class EvidenceReader extends DocumentReader<Evidence> {
    /** What the field {@code format} of evidence says. */
    public static final String FORMAT = "jointly/evidence@1";

    private static final List<String> FIELDS = List.of("format", "id", "image", "parts", "candidates", "edges");
    private static final List<String> EDGE_FIELDS = List.of("parts", "affinity", "share", "least");

    /** As many as there are pairs of parts, each part with itself included. */
    private static final int MOST_EDGES = Limits.PARTS * (Limits.PARTS + 1) / 2;

    private static final String PARTS = "an array of part names";
    private static final String CANDIDATES = "an array of candidates [part, x, y, score]";
    private static final String EDGES = "an array of edges, objects with parts and affinity";
    private static final String POSITION = "the position of a part in /parts, a whole number from 0";
    private static final String SCORE = "a number from 0 to 1";
    private static final String AFFINITY = "an array of rows, one for each detection of the edge's first part";

    private final JsonSource source;
    private final JsonParser parser;

    private EvidenceReader(JsonSource source) {
        super(source, "document of evidence");
        this.source = source;
        this.parser = source.parser();
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

    @Override
    protected Evidence document() throws IOException {
        EvidenceDraft draft = new EvidenceDraft();
        JsonObject object = new JsonObject(source, FIELDS, "evidence");
        while (object.next()) {
            switch (object.field()) {
                case "format" -> source.literal(FORMAT);
                case "id" -> draft.id = source.name("the id of the image");
                case "image" -> draft.image = ImageFields.read(source);
                case "parts" -> source.array(Limits.PARTS, PARTS, () -> draft.parts.add(part(draft.parts)));
                case "candidates" ->
                    source.array(Limits.DETECTIONS, CANDIDATES, () -> draft.candidates.add(candidate()));
                case "edges" -> source.array(MOST_EDGES, EDGES, () -> draft.edges.add(edge(draft)));
                default -> source.skip();
            }
        }
        object.require("format", "\"" + FORMAT + "\"");
        object.require("id", "the id of the image");
        object.require("parts", PARTS);
        object.require("candidates", CANDIDATES);
        return draft.evidence();
    }

    private String part(List<String> before) throws IOException {
        String part = source.name("a part's name");
        if (before.contains(part)) {
            throw source.bad(source.path(), Excerpt.quoted(part) + " a second time", "every part once");
        }
        return part;
    }

    private Candidate candidate() throws IOException {
        source.expect(JsonToken.START_ARRAY, "a candidate [part, x, y, score]");
        parser.nextToken();
        int part = source.integer(0, Limits.PARTS - 1, POSITION);
        parser.nextToken();
        double x = source.finite("x in pixels, a finite number");
        parser.nextToken();
        double y = source.finite("y in pixels, a finite number");
        parser.nextToken();
        double score = source.finite(SCORE);
        if (score < 0 || score > 1) {
            throw source.bad(SCORE);
        }
        if (parser.nextToken() != JsonToken.END_ARRAY) {
            throw source.bad("the end of the detection after [part, x, y, score]");
        }
        return new Candidate(part, x, y, score);
    }

    private EvidenceDraft.DraftEdge edge(EvidenceDraft draft) throws IOException {
        int a = -1;
        int b = -1;
        double[][] affinity = Edge.UNKNOWN;
        double[][] share = Edge.UNKNOWN;
        double[][] least = Edge.UNKNOWN;
        JsonObject object = new JsonObject(source, EDGE_FIELDS, "an edge, an object with parts and affinity");
        while (object.next()) {
            switch (object.field()) {
                case "parts" -> {
                    source.expect(JsonToken.START_ARRAY, "the positions of two parts [a, b]");
                    parser.nextToken();
                    a = source.integer(0, Limits.PARTS - 1, POSITION);
                    parser.nextToken();
                    b = source.integer(0, Limits.PARTS - 1, POSITION);
                    if (parser.nextToken() != JsonToken.END_ARRAY) {
                        throw source.bad("the end of the edge's parts after two of them");
                    }
                }
                case "affinity" -> affinity = rows(draft, 0, "an affinity");
                case "share" -> share = rows(draft, 1, "a share of samples");
                case "least" -> least = rows(draft, 2, "a least value");
                default -> source.skip();
            }
        }
        object.require("parts", "the positions of two parts [a, b]");
        object.require("affinity", AFFINITY);
        return new EvidenceDraft.DraftEdge(a, b, affinity, share, least);
    }

    /** @param kind of number, of which each has its own limit */
    private double[][] rows(EvidenceDraft draft, int kind, String what) throws IOException {
        List<double[]> rows = new ArrayList<>();
        source.array(Limits.DETECTIONS, AFFINITY, () -> {
            source.expect(JsonToken.START_ARRAY, "a row of numbers, one for each detection of the second part");
            EvidenceDraft.Row row = new EvidenceDraft.Row();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                draft.count(kind);
                row.add(
                        parser.currentToken() == JsonToken.VALUE_NULL
                                ? Double.NaN
                                : source.finite(what + ", a finite number, or null where it is not known"));
            }
            draft.count(kind);
            rows.add(row.values());
        });
        return rows.toArray(double[][]::new);
    }

    /** Evidence as read, in whatever order; {@link #evidence} checks what holds it together. */
    private final class EvidenceDraft {
        /** An edge whose affinities may not fit yet. */
        record DraftEdge(int a, int b, double[][] affinity, double[][] share, double[][] least) {}

        /** Numbers of a row, of which there may be any number. */
        static final class Row {
            private double[] values = new double[8];
            private int size;

            void add(double value) {
                if (size == values.length) {
                    values = Arrays.copyOf(values, 2 * size);
                }
                values[size++] = value;
            }

            double[] values() {
                return Arrays.copyOf(values, size);
            }
        }

        String id = "";

        @Nullable
        Image image;

        final List<String> parts = new ArrayList<>();
        final List<Candidate> candidates = new ArrayList<>();
        final List<DraftEdge> edges = new ArrayList<>();

        private final int[] numbers = new int[3];

        /** Counts what one more number, or one more row of them, takes. */
        void count(int kind) {
            if (++numbers[kind] > Limits.PAIRS) {
                throw source.problem(
                        source.path(),
                        "found more than " + Limits.PAIRS + " affinities but expected at most that many");
            }
        }

        Evidence evidence() {
            int[] count = new int[parts.size()];
            for (int i = 0; i < candidates.size(); i++) {
                int part = candidates.get(i).part();
                requirePart(part, "/candidates/" + i + "/0");
                count[part]++;
            }
            Map<Long, Integer> seen = new HashMap<>();
            List<Edge> checked = new ArrayList<>(edges.size());
            for (DraftEdge edge : edges) {
                String path = "/edges/" + checked.size();
                requirePart(edge.a(), path + "/parts/0");
                requirePart(edge.b(), path + "/parts/1");
                Integer before = seen.put(key(edge), checked.size());
                if (before != null) {
                    throw source.bad(
                            path + "/parts",
                            "[" + edge.a() + ", " + edge.b() + "] after /edges/" + before,
                            "every two parts once, in either order");
                }
                requireShape(edge, edge.affinity(), count, path + "/affinity");
                if (edge.share().length > 0) {
                    requireShape(edge, edge.share(), count, path + "/share");
                }
                if (edge.least().length > 0) {
                    requireShape(edge, edge.least(), count, path + "/least");
                }
                checked.add(new Edge(edge.a(), edge.b(), edge.affinity(), edge.share(), edge.least()));
            }
            return new Evidence(id, image, parts, candidates, checked);
        }

        private static long key(DraftEdge edge) {
            return (long) Math.min(edge.a(), edge.b()) << 32 | Math.max(edge.a(), edge.b());
        }

        private void requirePart(int part, String path) {
            if (part >= parts.size()) {
                String expected = parts.isEmpty()
                        ? "no position at all, for there are no parts"
                        : "the position of a part, 0 to " + (parts.size() - 1);
                throw source.bad(path, Integer.toString(part), expected);
            }
        }

        private void requireShape(DraftEdge edge, double[][] matrix, int[] count, String path) {
            int rows = matrix.length;
            if (rows != count[edge.a()]) {
                throw source.bad(path, rows + " rows", candidatesOf(edge.a(), count));
            }
            for (int i = 0; i < rows; i++) {
                int columns = matrix[i].length;
                if (columns != count[edge.b()]) {
                    throw source.bad(path + "/" + i, columns + " numbers", candidatesOf(edge.b(), count));
                }
            }
        }

        private String candidatesOf(int part, int[] count) {
            return count[part] + ", one for each detection of " + Excerpt.quoted(parts.get(part));
        }
    }
}
