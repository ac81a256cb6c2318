package dev.jointly.vision.net;

import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The outputs of a SLEAP network for one image, under the names that they have there. All have a fixed size: k places per part,
 * of which the mask tells those in use.
 */
final class SleapPeaks {
    private final int nodes;
    private final int k;
    private final float[] peaks;
    private final float[] peakVals;
    private final byte[] peakMask;
    private final float[] lineScores;
    private final byte[] candidateMask;

    SleapPeaks(
            int nodes,
            int k,
            float[] peaks,
            float[] peakVals,
            byte[] peakMask,
            float[] lineScores,
            byte[] candidateMask) {
        this.nodes = nodes;
        this.k = k;
        this.peaks = peaks;
        this.peakVals = peakVals;
        this.peakMask = peakMask;
        this.lineScores = lineScores;
        this.candidateMask = candidateMask;
    }

    private int[] used(int node) {
        int[] used = new int[k];
        int count = 0;
        for (int i = 0; i < k; i++) {
            if (peakMask[node * k + i] != 0) {
                used[count++] = i;
            }
        }
        return Arrays.copyOf(used, count);
    }

    /** @param scale of the image in which the network counts pixels */
    List<Candidate> candidates(double scale) {
        List<Candidate> candidates = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            for (int i : used(node)) {
                int at = node * k + i;
                double score = Math.max(0, Math.min(1, peakVals[at]));
                candidates.add(new Candidate(node, peaks[2 * at] / scale, peaks[2 * at + 1] / scale, score));
            }
        }
        return candidates;
    }

    List<Edge> edges(List<SleapMetadata.Edge> pairs) {
        List<Edge> edges = new ArrayList<>();
        for (int e = 0; e < pairs.size(); e++) {
            int[] rows = used(pairs.get(e).a());
            int[] columns = used(pairs.get(e).b());
            double[][] affinity = new double[rows.length][columns.length];
            for (int i = 0; i < rows.length; i++) {
                for (int j = 0; j < columns.length; j++) {
                    int at = (e * k + rows[i]) * k + columns[j];
                    affinity[i][j] = candidateMask[at] == 0 ? Double.NaN : lineScores[at];
                }
            }
            edges.add(new Edge(pairs.get(e).a(), pairs.get(e).b(), affinity));
        }
        return edges;
    }
}
