package dev.jointly.problem;

import dev.jointly.anatomy.Anatomy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One grouping problem of the two-tier formulation: detections D with costs theta, pairs with costs phi, and omega, the
 * cost of one more person.
 *
 * @param poseCost omega in micro-units
 */
public record Problem(
        String id,
        @Nullable Image image,
        Anatomy anatomy,
        long poseCost,
        List<Detection> detections,
        PairCosts pairs,
        List<Pin> pins) {

    public Problem {
        detections = List.copyOf(detections);
        pins = List.copyOf(pins);
        for (int d = 0; d < detections.size(); d++) {
            int part = detections.get(d).part();
            if (part < 0 || part >= anatomy.size()) {
                throw new IllegalArgumentException("detection " + d + " has part " + part + " but the anatomy has only "
                        + anatomy.size() + " parts");
            }
        }
        List<Detection> seen = detections;
        pairs.forEach((a, b, micro) -> {
            if (!anatomy.mayPair(seen.get(a).part(), seen.get(b).part())) {
                throw new IllegalArgumentException("pair [" + a + ", " + b + "] joins parts \""
                        + anatomy.parts().get(seen.get(a).part()) + "\" and \""
                        + anatomy.parts().get(seen.get(b).part())
                        + "\", which are neither one part, nor a limb, nor a major part with another");
            }
        });
    }

    public int size() {
        return detections.size();
    }

    /** Part of detection d: R_d. */
    public int part(int d) {
        return detections.get(d).part();
    }

    /** theta of detection d in micro-units. */
    public long cost(int d) {
        return detections.get(d).cost();
    }
}
