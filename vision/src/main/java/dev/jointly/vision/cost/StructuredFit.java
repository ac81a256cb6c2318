package dev.jointly.vision.cost;

import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Improves a fitted model by what matters, the optimum under its costs: subgradient steps on the structured hinge loss with
 * margin rescaling (Taskar et al. 2003, Tsochantaridis et al. 2005), averaged as in the perceptron of Collins (2002). The
 * loss of an image is
 *
 * <pre>max over groupings y of (errors of y * margin - cost of y) + cost of the right grouping</pre>
 *
 * The maximum is an optimum of the same problem with other costs, because errors are counted by detection and by pair: a
 * detection of a labelled person that is left out, one of nobody that is used, a pair of two people that is joined. So the
 * exact solver is the oracle.
 *
 * <p>Models of duplicates and the balance of kinds stay as they are. What labels leave open is not learnt from: the right
 * grouping is the one nearest to what the oracle found ({@link RightTarget}).
 */
public final class StructuredFit {
    /**
     * How to fit.
     *
     * @param rounds through all images
     * @param step of the first image, in standard deviations of a feature; it falls with the root of the images seen
     * @param margin cost of one error in the oracle's problem; 0 for the perceptron
     * @param tolerance how far from a joint its detections may be, in units of {@link BodySize}
     */
    public record Options(int rounds, double step, double margin, double tolerance) {
        /** What cross-validation on train2017 favoured. */
        public static Options defaults() {
            return new Options(3, 0.003, 0.2, 0.3);
        }
    }

    private final Options options;
    private final Function<Problem, List<Pose>> oracle;

    public StructuredFit(Options options, Function<Problem, List<Pose>> oracle) {
        this.options = options;
        this.oracle = oracle;
    }

    /** One image with all that stays the same while models change. */
    private record Image(Evidence evidence, FeatureValues values, Labels labels) {}

    /** The model that these steps lead to from another. */
    public CostModel fit(CostModel start, List<LabelledImage> images) {
        List<Image> all = images.stream().map(image -> image(start, image)).toList();
        Weights weights = new Weights(start);
        all.forEach(image -> weights.measure(image.values(), image.labels()));
        double[] now = new double[weights.size()];
        double[] sum = new double[weights.size()];
        int seen = 0;
        for (int round = 0; round < options.rounds(); round++) {
            for (Image image : all) {
                double[] slope = slope(weights, weights.model(now), image);
                double step = options.step() / Math.sqrt(1 + seen++ / (double) all.size());
                for (int i = 0; i < now.length; i++) {
                    now[i] -= step * slope[i];
                    sum[i] += now[i];
                }
            }
        }
        int steps = Math.max(1, seen);
        return weights.model(Arrays.stream(sum).map(value -> value / steps).toArray());
    }

    /** Mean structured hinge loss of a model over images. */
    public double loss(CostModel model, List<LabelledImage> images) {
        double sum = 0;
        for (LabelledImage labelled : images) {
            Image image = image(model, labelled);
            Problem problem = model.problem(image.evidence());
            Problem harder = harder(problem, image.labels());
            List<Pose> found = oracle.apply(harder);
            List<Collection<Integer>> target = RightTarget.of(problem, image.labels(), found);
            sum += cost(model, harder, target) - cost(model, harder, skeletons(found));
        }
        return sum / images.size();
    }

    private Image image(CostModel model, LabelledImage image) {
        Evidence evidence = AnatomyChoice.within(model.anatomy(), image.evidence());
        return new Image(
                evidence,
                model.featureValues(evidence),
                new Labels(evidence, image.truth(), model.anatomy(), options.tolerance()));
    }

    /** Subgradient of an image's loss: that of the right grouping's cost minus that of the oracle's. */
    private double[] slope(Weights weights, CostModel model, Image image) {
        Problem problem = model.problem(image.evidence());
        List<Pose> found = oracle.apply(harder(problem, image.labels()));
        List<Collection<Integer>> target = RightTarget.of(problem, image.labels(), found);
        double[] slope = new double[weights.size()];
        target.forEach(group -> weights.add(image.values(), group, 1, slope));
        skeletons(found).forEach(group -> weights.add(image.values(), group, -1, slope));
        return slope;
    }

    private static List<Collection<Integer>> skeletons(List<Pose> poses) {
        return poses.stream()
                .<Collection<Integer>>map(pose -> pose.global().values())
                .toList();
    }

    /** The oracle's problem: every error lowers the cost by the margin, except that what is right costs more by it. */
    private Problem harder(Problem problem, Labels labels) {
        if (options.margin() == 0) {
            return problem;
        }
        long margin = Micro.of(options.margin());
        List<Detection> detections = new ArrayList<>();
        for (int d = 0; d < problem.size(); d++) {
            Detection own = problem.detections().get(d);
            long change = labels.somebody(d) ? margin : labels.known(d) ? -margin : 0;
            detections.add(new Detection(own.part(), own.x(), own.y(), own.score(), own.cost() + change));
        }
        PairCosts.Builder pairs = new PairCosts.Builder();
        problem.pairs().forEach((a, b, cost) -> {
            boolean wrong = labels.somebody(a) && labels.somebody(b) && !labels.same(a, b);
            pairs.add(a, b, wrong ? cost - margin : cost);
        });
        return new Problem(
                problem.id(),
                problem.image(),
                problem.anatomy(),
                problem.poseCost(),
                detections,
                pairs.build(problem.size(), problem.pairs().absentForbidden()),
                List.of());
    }

    /** Without duplicates; a forbidden pair costs as much as the dearest. */
    private static double cost(CostModel model, Problem problem, List<Collection<Integer>> people) {
        double sum = 0;
        for (Collection<Integer> person : people) {
            sum += model.poseCost();
            for (int d : person) {
                sum += Micro.toDouble(problem.cost(d));
                for (int e : person) {
                    if (d < e && problem.anatomy().mayPair(problem.part(d), problem.part(e))) {
                        long cost = problem.pairs().cost(d, e);
                        sum += cost == PairCosts.FORBIDDEN ? model.mostCost() : Micro.toDouble(cost);
                    }
                }
            }
        }
        return sum;
    }
}
