package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Evidence.Edge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The links of a baseline: candidates of the two parts of an edge that belong together. */
final class LimbMatches {
    /** Two candidates, a of the edge's first part. */
    record Link(int a, int b, double strength) {}

    private LimbMatches() {}

    /** Every two candidates of an edge with more than the least strength and share, the strongest first. */
    static List<Link> candidates(
            Evidence evidence, Edge edge, double leastStrength, double leastShare, double longest) {
        int[] as = evidence.ofPart(edge.a());
        int[] bs = evidence.ofPart(edge.b());
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < as.length; i++) {
            for (int j = 0; j < bs.length; j++) {
                double strength = edge.affinity()[i][j] + tooLong(evidence, as[i], bs[j], longest);
                boolean along = edge.share().length == 0 || edge.share()[i][j] > leastShare;
                if (along && strength > leastStrength) {
                    links.add(new Link(as[i], bs[j], strength));
                }
            }
        }
        links.sort(Comparator.comparingDouble(link -> -link.strength()));
        return links;
    }

    /** OpenPose's penalty for what is longer than {@code longest} pixels: 0 up to there, and down to -1. */
    private static double tooLong(Evidence evidence, int a, int b, double longest) {
        Candidate one = evidence.candidates().get(a);
        Candidate other = evidence.candidates().get(b);
        double length = Math.hypot(one.x() - other.x(), one.y() - other.y());
        return length == 0 ? 0 : Math.min(longest / length - 1, 0);
    }
}
