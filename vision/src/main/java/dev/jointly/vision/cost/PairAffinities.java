package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import java.util.Arrays;
import java.util.List;

/**
 * How well candidates go together: what the detector measured, and the widest path through the tree of limbs. Parts are
 * positions in the anatomy; the evidence may list them in another order.
 */
final class PairAffinities {
    /** Stands where there is no matrix, or none yet. */
    private static final double[][] NONE = {};

    private final Anatomy anatomy;
    private final int[] part;
    /** Of a candidate among those of its part. */
    private final int[] rank;

    private final int[][] ofPart;
    private final double[][][][] measured;
    private final double[][][][] share;
    private final double[][][][] least;
    private final double[][][][] widest;

    PairAffinities(Evidence evidence, Anatomy anatomy) {
        this.anatomy = anatomy;
        List<Candidate> candidates = evidence.candidates();
        int[] position = evidence.parts().stream()
                .mapToInt(name -> anatomy.parts().indexOf(name))
                .toArray();
        part = new int[candidates.size()];
        rank = new int[candidates.size()];
        int[] count = new int[anatomy.size()];
        for (int d = 0; d < part.length; d++) {
            part[d] = position[candidates.get(d).part()];
            if (part[d] < 0) {
                throw new IllegalArgumentException("candidate " + d + " is a \""
                        + evidence.parts().get(candidates.get(d).part()) + "\", which is none of the parts "
                        + anatomy.parts());
            }
            rank[d] = count[part[d]]++;
        }
        ofPart = new int[anatomy.size()][];
        Arrays.setAll(ofPart, p -> new int[count[p]]);
        for (int d = 0; d < part.length; d++) {
            ofPart[part[d]][rank[d]] = d;
        }
        measured = none();
        share = none();
        least = none();
        widest = none();
        for (Evidence.Edge edge : evidence.edges()) {
            int a = position[edge.a()];
            int b = position[edge.b()];
            if (a >= 0 && b >= 0) {
                put(edge.affinity(), a, b, measured);
                if (edge.share().length > 0) {
                    put(edge.share(), a, b, share);
                }
                if (edge.least().length > 0) {
                    put(edge.least(), a, b, least);
                }
            }
        }
    }

    private double[][][][] none() {
        double[][][][] matrices = new double[anatomy.size()][anatomy.size()][][];
        for (double[][][] row : matrices) {
            Arrays.fill(row, NONE);
        }
        return matrices;
    }

    private void put(double[][] matrix, int a, int b, double[][][][] into) {
        into[a][b] = matrix;
        into[b][a] = transposed(matrix, ofPart[b].length);
    }

    int part(int d) {
        return part[d];
    }

    /** Candidates of a part, ascending. */
    int[] ofPart(int p) {
        return ofPart[p];
    }

    /** What the detector measured for two candidates, NaN if nothing. */
    double measured(int a, int b) {
        return value(measured, a, b);
    }

    /** Of the samples of a field between two candidates, the share at which it points from one to the other; NaN if unknown. */
    double share(int a, int b) {
        return value(share, a, b);
    }

    /** The least of these samples, NaN if unknown. */
    double least(int a, int b) {
        return value(least, a, b);
    }

    private double value(double[][][][] matrices, int a, int b) {
        double[][] matrix = matrices[part[a]][part[b]];
        return matrix == NONE ? Double.NaN : matrix[rank[a]][rank[b]];
    }

    /** Whether the detector measured how these two parts go together at all. */
    boolean isMeasured(int p, int q) {
        return measured[p][q] != NONE;
    }

    /** The largest least affinity along a chain of candidates on the tree's path between the two; NaN without one. */
    double widest(int a, int b) {
        if (part[a] == part[b]) {
            return Double.NaN;
        }
        return widestMatrix(part[a], part[b])[rank[a]][rank[b]];
    }

    private double[][] widestMatrix(int p, int q) {
        double[][] known = widest[p][q];
        if (known == NONE) {
            known = widestOf(p, q);
            widest[p][q] = known;
        }
        return known;
    }

    private double[][] widestOf(int p, int q) {
        int before = before(q, p, -1);
        double[][] last = measured[before][q];
        if (before == p && last != NONE) {
            return last;
        }
        double[][] result = new double[ofPart[p].length][ofPart[q].length];
        for (double[] row : result) {
            Arrays.fill(row, Double.NaN);
        }
        if (last == NONE) {
            return result;
        }
        double[][] first = widestMatrix(p, before);
        for (int i = 0; i < result.length; i++) {
            for (int j = 0; j < last.length; j++) {
                widen(result[i], first[i][j], last[j]);
            }
        }
        return result;
    }

    private static void widen(double[] row, double first, double[] last) {
        if (Double.isNaN(first)) {
            return;
        }
        for (int k = 0; k < row.length; k++) {
            double width = Math.min(first, last[k]);
            // NaN is never above anything, and anything known is better than NaN
            if (width > row[k] || (Double.isNaN(row[k]) && !Double.isNaN(width))) {
                row[k] = width;
            }
        }
    }

    /** The last part before the target on the tree's path from a part; -1 if the target is only behind where it came from. */
    private int before(int target, int at, int cameFrom) {
        if (at == target) {
            return cameFrom;
        }
        for (Limb limb : anatomy.limbs()) {
            int next = limb.a() == at ? limb.b() : limb.b() == at ? limb.a() : cameFrom;
            int found = next == cameFrom ? -1 : before(target, next, at);
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    private static double[][] transposed(double[][] matrix, int columns) {
        double[][] result = new double[columns][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < columns; j++) {
                result[j][i] = matrix[i][j];
            }
        }
        return result;
    }
}
