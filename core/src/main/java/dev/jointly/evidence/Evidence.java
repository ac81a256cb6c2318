package dev.jointly.evidence;

import dev.jointly.problem.Image;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The output of a detector for one image: detections, called candidates here because they have no costs yet, and affinities
 * between the detections of some pairs of parts.
 *
 * @param parts names; candidates and edges address parts by position
 * @param edges at most one for two parts
 */
public record Evidence(
        String id, @Nullable Image image, List<String> parts, List<Candidate> candidates, List<Edge> edges) {

    /**
     * A detection without a cost.
     *
     * @param x in pixels from the left edge of the image
     * @param y in pixels from its top
     * @param score the detector's confidence, from 0 to 1
     */
    public record Candidate(int part, double x, double y, double score) {
        public Candidate {
            if (!Double.isFinite(x) || !Double.isFinite(y)) {
                throw new IllegalArgumentException("detection at (" + x + ", " + y + ") must have finite coordinates");
            }
            if (!(score >= 0 && score <= 1)) {
                throw new IllegalArgumentException("score " + score + " must be from 0 to 1");
            }
        }
    }

    /**
     * Affinities between the detections of two parts, in the detector's own measure: higher is better, and a cost model
     * learns how much. A part may have an edge with itself: duplicates of one joint.
     *
     * @param affinity row i, column j: the i-th detection of part a with the j-th of part b, in the order of the
     *     candidates; NaN where it was not measured
     * @param share likewise, of the points at which a field was sampled between the two, the share at which it points from
     *     one to the other; {@link #UNKNOWN} without a field
     * @param least likewise, the least value of the field at these points
     */
    public record Edge(int a, int b, double[][] affinity, double[][] share, double[][] least) {
        /** Stands for a matrix that was not measured. */
        public static final double[][] UNKNOWN = {};

        public Edge {
            requireFinite("affinity", affinity);
            requireFinite("share", share);
            requireFinite("least value", least);
        }

        /** Affinities that come from no field. */
        public Edge(int a, int b, double[][] affinity) {
            this(a, b, affinity, UNKNOWN, UNKNOWN);
        }

        private static void requireFinite(String what, double[][] matrix) {
            for (double[] row : matrix) {
                for (double value : row) {
                    if (Double.isInfinite(value)) {
                        throw new IllegalArgumentException(what + " " + value + " must be finite, or NaN if unknown");
                    }
                }
            }
        }
    }

    public Evidence {
        parts = List.copyOf(parts);
        candidates = List.copyOf(candidates);
        edges = List.copyOf(edges);
        int[] count = new int[parts.size()];
        for (int i = 0; i < candidates.size(); i++) {
            int part = candidates.get(i).part();
            requirePart(parts, part, "candidate " + i);
            count[part]++;
        }
        for (int e = 0; e < edges.size(); e++) {
            Edge edge = edges.get(e);
            requirePart(parts, edge.a(), "edge " + e);
            requirePart(parts, edge.b(), "edge " + e);
            requireShape(edge, edge.affinity(), count[edge.a()], count[edge.b()]);
            for (double[][] samples : List.of(edge.share(), edge.least())) {
                if (samples.length > 0) {
                    requireShape(edge, samples, count[edge.a()], count[edge.b()]);
                }
            }
            for (Edge other : edges.subList(0, e)) {
                if ((other.a() == edge.a() && other.b() == edge.b())
                        || (other.a() == edge.b() && other.b() == edge.a())) {
                    throw new IllegalArgumentException("parts \"" + parts.get(edge.a()) + "\" and \""
                            + parts.get(edge.b()) + "\" have two edges; expected one");
                }
            }
        }
    }

    private static void requirePart(List<String> parts, int part, String who) {
        if (part < 0 || part >= parts.size()) {
            throw new IllegalArgumentException(
                    who + " names part " + part + " but there are only " + parts.size() + " parts");
        }
    }

    private static void requireShape(Edge edge, double[][] matrix, int rows, int columns) {
        if (matrix.length != rows || Arrays.stream(matrix).anyMatch(row -> row.length != columns)) {
            throw new IllegalArgumentException("the affinities of parts " + edge.a() + " and " + edge.b() + " must be "
                    + rows + " rows of " + columns + ", one for each candidate");
        }
    }

    /** Positions in the list of candidates of those of one part, ascending. */
    public int[] ofPart(int part) {
        return IntStream.range(0, candidates.size())
                .filter(i -> candidates.get(i).part() == part)
                .toArray();
    }
}
