package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.ArrayList;
import java.util.List;

/** The baselines with the best of 70 settings each on given images. */
public final class BaselineSearch {
    private static final double[] LEAST_AFFINITY = {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3};
    private static final int MOST_LEAST_JOINTS = 5;

    private BaselineSearch() {}

    /** Greedy parsing, by least affinity, joints and score. */
    public static Baseline greedy(Anatomy anatomy, List<LabelledImage> images) {
        List<Baseline> baselines = new ArrayList<>();
        for (double affinity : LEAST_AFFINITY) {
            for (int joints = 1; joints <= MOST_LEAST_JOINTS; joints++) {
                for (double score : new double[] {0, 0.4}) {
                    baselines.add(new GreedyBaseline(anatomy, affinity, joints, score));
                }
            }
        }
        return best(baselines, images);
    }

    /** Assignment limb by limb, by least affinity and joints, with all pairs of parts or those of the tree only. */
    public static Baseline hungarian(Anatomy anatomy, List<LabelledImage> images) {
        List<Baseline> baselines = new ArrayList<>();
        for (double affinity : LEAST_AFFINITY) {
            for (int joints = 1; joints <= MOST_LEAST_JOINTS; joints++) {
                baselines.add(new HungarianBaseline(anatomy, true, affinity, joints));
                baselines.add(new HungarianBaseline(anatomy, false, affinity, joints));
            }
        }
        return best(baselines, images);
    }

    /** The best of these, by {@link TuningMetric}. */
    public static Baseline best(List<Baseline> baselines, List<LabelledImage> images) {
        Baseline best = baselines.get(0);
        double most = -1;
        for (Baseline baseline : baselines) {
            double value = TuningMetric.of(baseline, images);
            if (value > most) {
                most = value;
                best = baseline;
            }
        }
        return best;
    }
}
