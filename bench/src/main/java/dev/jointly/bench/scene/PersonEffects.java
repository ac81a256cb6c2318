package dev.jointly.bench.scene;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Errors at the joints of one person are correlated: a person far away is missed altogether, or detected badly. */
final class PersonEffects {
    private PersonEffects() {}

    /**
     * How often a joint must behave as its person does, instead of independently, to give the observed correlation: its
     * square root.
     *
     * @param value with mean 0 and variance 1 over all joints, those of one person standing together
     */
    static double of(Map<TrueJoint, Double> value) {
        double sum = 0;
        int pairs = 0;
        List<TrueJoint> all = List.copyOf(value.keySet());
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1;
                    j < all.size() && all.get(j).person() == all.get(i).person();
                    j++) {
                sum += value.getOrDefault(all.get(i), 0.0) * value.getOrDefault(all.get(j), 0.0);
                pairs++;
            }
        }
        return Quantiles.rounded(Math.sqrt(Math.max(0, sum / Math.max(1, pairs))));
    }

    /** Missed or not, seen from what is usual for such a joint. */
    static Map<TrueJoint, Double> missing(List<TrueJoint> trueJoints, double[][] miss, double[] sizeEdges) {
        Map<TrueJoint, Double> values = new LinkedHashMap<>();
        for (TrueJoint s : trueJoints) {
            double usual = miss[s.visible() ? 1 : 0][DetectorModel.classOf(s.size(), sizeEdges)];
            double spread = Math.sqrt(usual * (1 - usual));
            if (spread > 0) {
                values.put(s, ((s.found().isEmpty() ? 1 : 0) - usual) / spread);
            }
        }
        return values;
    }

    /** Where the score is among those of such joints, uniform between minus and plus the root of three. */
    static Map<TrueJoint, Double> ranks(List<TrueJoint> hit, double[] sizeEdges) {
        Map<TrueJoint, Double> values = new LinkedHashMap<>();
        for (TrueJoint s : hit) {
            double[] alike = hit.stream()
                    .filter(o -> o.visible() == s.visible()
                            && DetectorModel.classOf(o.size(), sizeEdges) == DetectorModel.classOf(s.size(), sizeEdges))
                    .mapToDouble(o -> o.found().get(0).score())
                    .toArray();
            double own = s.found().get(0).score();
            double below = Arrays.stream(alike).filter(v -> v < own).count();
            values.put(s, Math.sqrt(3) * (2 * (below + 0.5) / alike.length - 1));
        }
        return values;
    }
}
