package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.ArrayList;
import java.util.List;

/** The baselines with their best settings on given images: the best of 140 and of 70. */
public final class BaselineSearch {
    private static final double[] LEAST_AFFINITY = {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3};
    private static final int MAX_LEAST_JOINTS = 5;

    private BaselineSearch() {}

    /** Greedy parsing, by least affinity, share, joints and score. Both shares are those of OpenPose. */
    public static Baseline greedy(Anatomy anatomy, List<LabelledImage> images, TuningMetric metric) {
        List<Baseline> baselines = new ArrayList<>();
        for (double affinity : LEAST_AFFINITY) {
            for (double share : new double[] {GreedyBaseline.PYTHON_SHARE, GreedyBaseline.CPP_SHARE}) {
                for (int joints = 1; joints <= MAX_LEAST_JOINTS; joints++) {
                    for (double score : new double[] {0, 0.4}) {
                        baselines.add(new GreedyBaseline(anatomy, affinity, share, joints, score));
                    }
                }
            }
        }
        return best(baselines, images, metric);
    }

    /** Assignment limb by limb, by least affinity and joints, with all pairs of parts or those of the tree only. */
    public static Baseline hungarian(Anatomy anatomy, List<LabelledImage> images, TuningMetric metric) {
        List<Baseline> baselines = new ArrayList<>();
        for (double affinity : LEAST_AFFINITY) {
            for (int joints = 1; joints <= MAX_LEAST_JOINTS; joints++) {
                baselines.add(new HungarianBaseline(anatomy, true, affinity, joints));
                baselines.add(new HungarianBaseline(anatomy, false, affinity, joints));
            }
        }
        return best(baselines, images, metric);
    }

    /** The best of these. */
    public static Baseline best(List<Baseline> baselines, List<LabelledImage> images, TuningMetric metric) {
        Baseline best = baselines.get(0);
        double most = -1;
        for (Baseline baseline : baselines) {
            double value = metric.of(baseline, images);
            if (value > most) {
                most = value;
                best = baseline;
            }
        }
        return best;
    }
}
