package dev.jointly.io;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import dev.jointly.problem.Image;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evidence as read, in whatever order; {@link #evidence} checks what holds it together. */
final class EvidenceDraft {
    /** An edge whose affinities may not fit yet. */
    record DraftEdge(int a, int b, List<double[]> rows) {}

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

    private final JsonSource source;
    private int affinities;

    EvidenceDraft(JsonSource source) {
        this.source = source;
    }

    /** Counts what one more affinity, or one more row of them, takes. */
    void countAffinity() {
        if (++affinities > Limits.PAIRS) {
            throw source.problem(
                    source.path(), "found more than " + Limits.PAIRS + " affinities but expected at most that many");
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
            requireShape(edge, count, path + "/affinity");
            checked.add(new Edge(edge.a(), edge.b(), edge.rows().toArray(double[][]::new)));
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

    private void requireShape(DraftEdge edge, int[] count, String path) {
        int rows = edge.rows().size();
        if (rows != count[edge.a()]) {
            throw source.bad(path, rows + " rows", candidatesOf(edge.a(), count));
        }
        for (int i = 0; i < rows; i++) {
            int columns = edge.rows().get(i).length;
            if (columns != count[edge.b()]) {
                throw source.bad(path + "/" + i, columns + " numbers", candidatesOf(edge.b(), count));
            }
        }
    }

    private String candidatesOf(int part, int[] count) {
        return count[part] + ", one for each detection of " + Excerpt.quoted(parts.get(part));
    }
}
