package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Edge;
import java.util.Arrays;

/**
 * How sure of a body one can be, for ranking: the scores of its candidates and the affinities of its limbs, summed and
 * divided by a power of the number of joints. A sum favours large bodies and a mean favours scraps; the power between
 * them was chosen on training pictures ({@code docs/evaluation.md}). Minus the cost of a pose ranks worse: it grows with
 * the square of the joints.
 */
public final class Strength {
    private static final double POWER = 0.75;

    private final Evidence evidence;
    private final Edge[] limbs;
    private final int[] rank;

    /** For the bodies of one picture. */
    public Strength(Evidence evidence, Anatomy anatomy) {
        this.evidence = evidence;
        limbs = evidence.edges().stream().filter(edge -> isLimb(edge, anatomy)).toArray(Edge[]::new);
        rank = new int[evidence.candidates().size()];
        for (int p = 0; p < evidence.parts().size(); p++) {
            int[] own = evidence.ofPart(p);
            for (int i = 0; i < own.length; i++) {
                rank[own[i]] = i;
            }
        }
    }

    private boolean isLimb(Edge edge, Anatomy anatomy) {
        int a = anatomy.parts().indexOf(evidence.parts().get(edge.a()));
        int b = anatomy.parts().indexOf(evidence.parts().get(edge.b()));
        return anatomy.limbs().contains(new Limb(a, b));
    }

    /** The body with its strength as its score. */
    public Body ranked(Body body) {
        int[] candidate = body.candidate();
        double sum = Arrays.stream(candidate)
                .filter(d -> d != Body.NONE)
                .mapToDouble(d -> evidence.candidates().get(d).score())
                .sum();
        for (Edge limb : limbs) {
            int a = candidate[limb.a()];
            int b = candidate[limb.b()];
            if (a != Body.NONE && b != Body.NONE && !Double.isNaN(limb.affinity()[rank[a]][rank[b]])) {
                sum += limb.affinity()[rank[a]][rank[b]];
            }
        }
        return new Body(candidate, sum / Math.pow(Math.max(1, body.joints()), POWER));
    }
}
