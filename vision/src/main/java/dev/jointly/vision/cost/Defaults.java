package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Measure;
import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.CostModel.Kinds;
import dev.jointly.vision.cost.Logistic.Term;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Cost models for evidence without a fitted one. {@code docs/costs.md} lists and justifies the numbers. */
final class Defaults {
    private static final Kinds KINDS = new Kinds(new Kind(1, 1), new Kind(1, 2), new Kind(0.3, 2), new Kind(1, 0));

    private Defaults() {}

    static CostModel of(Anatomy anatomy, Measure measure) {
        Map<Limb, Logistic> pairs = new TreeMap<>();
        for (int p = 0; p < anatomy.size(); p++) {
            for (int q = p; q < anatomy.size(); q++) {
                if (anatomy.mayPair(p, q)) {
                    pairs.put(new Limb(p, q), pair(anatomy, p, q, measure));
                }
            }
        }
        return new CostModel(
                "default",
                anatomy,
                measure.poseCost(),
                KINDS,
                6,
                5,
                null,
                measure.typical() / 2,
                Collections.nCopies(anatomy.size(), unary(measure)),
                pairs);
    }

    private static Logistic unary(Measure measure) {
        double even = measure.evenScore();
        return new Logistic(0, List.of(new Term(Feature.SCORE_LOGIT, Math.log(even / (1 - even)), 1)));
    }

    private static Logistic pair(Anatomy anatomy, int p, int q, Measure measure) {
        if (p == q) {
            // even odds at a quarter of a usual limb
            return new Logistic(0, List.of(new Term(Feature.LOG_DISTANCE, Math.log(0.25), -3)));
        }
        boolean limb = anatomy.isLimb(p, q);
        if (measure == Measure.NONE) {
            return new Logistic(0, List.of(new Term(Feature.LOG_DISTANCE, Math.log(limb ? 2 : 4), -3)));
        }
        Feature affinity = limb ? Feature.AFFINITY : Feature.WIDEST;
        return new Logistic(0, List.of(new Term(affinity, measure.typical() / 2, 8 / measure.typical())));
    }
}
