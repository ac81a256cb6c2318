package dev.jointly.vision.eval;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Fits a cost model and chooses its settings by cross-validation: models fitted to four fifths of the images are
 * applied to the remaining fifth, in turn, and the setting with the better result there is kept. First the tolerance of
 * the fit and where gains start, then one number after the other as {@link Tuning} has it. A fifth is a run of images,
 * since neighbours in a video are too much alike to be on both sides.
 */
public record Learning(Anatomy anatomy, TuningMetric metric, Function<Problem, List<Pose>> solver, Listener listener) {
    private static final int FOLDS = 5;
    private static final double[] TOLERANCES = {0.15, 0.3};

    /** Is notified of every trial. */
    public interface Listener {
        /** How good people came out with a tolerance and the balance and pose cost of a model. */
        void tried(double tolerance, CostModel model, double goodness);
    }

    /** How many trials there are at most, for progress bars. */
    public static int mostTrials() {
        return 2 * TOLERANCES.length + Tuning.mostTrials();
    }

    /** Models fitted with one tolerance, each without one fold. */
    private record Trial(double tolerance, List<CostModel> models, CostModel start, double goodness) {}

    /** The model, fitted to all images with what was chosen. */
    public CostModel learn(String name, List<LabelledImage> images) {
        Trial best = start(images);
        CostModel balance = Tuning.tune(best.start(), model -> tried(best.tolerance(), model, best.models(), images));
        return fit(anatomy, best.tolerance()).fit(name, images).withBalance(balance.kinds(), balance.poseCost());
    }

    private Trial start(List<LabelledImage> images) {
        Trial best = null;
        for (double tolerance : TOLERANCES) {
            List<CostModel> models = foldModels(anatomy, tolerance, images);
            CostModel usual = models.get(0);
            for (CostModel start :
                    List.of(usual, usual.withBalance(usual.kinds().withoutGains(), usual.poseCost()))) {
                double goodness = tried(tolerance, start, models, images);
                if (best == null || goodness > best.goodness()) {
                    best = new Trial(tolerance, models, start, goodness);
                }
            }
        }
        if (best == null) {
            throw new IllegalStateException("there are tolerances to try");
        }
        return best;
    }

    private static Fit fit(Anatomy anatomy, double tolerance) {
        return new Fit(anatomy, Fit.Options.defaults().withTolerance(tolerance));
    }

    /** For each fold a model fitted to all the others. */
    public static List<CostModel> foldModels(Anatomy anatomy, double tolerance, List<LabelledImage> images) {
        List<CostModel> models = new ArrayList<>();
        for (int fold = 0; fold < FOLDS; fold++) {
            int own = fold;
            List<LabelledImage> others = IntStream.range(0, images.size())
                    .filter(i -> fold(i, images.size()) != own)
                    .mapToObj(images::get)
                    .toList();
            models.add(fit(anatomy, tolerance).fit("fold", others));
        }
        return models;
    }

    /** The fold of an image, a run of neighbours. */
    public static int fold(int i, int images) {
        return (int) ((long) i * FOLDS / images);
    }

    /** How good people are when each fold's model, with this balance and pose cost, groups the fold. */
    private double tried(double tolerance, CostModel balance, List<CostModel> models, List<LabelledImage> images) {
        List<EvaluatedImage> evaluated = new ArrayList<>();
        for (int i = 0; i < images.size(); i++) {
            CostModel model = models.get(fold(i, images.size())).withBalance(balance.kinds(), balance.poseCost());
            evaluated.add(new OptimalGrouping(model, solver).evaluated(images.get(i)));
        }
        double goodness = metric.of(evaluated);
        listener.tried(tolerance, balance, goodness);
        return goodness;
    }
}
