package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Measure;
import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.CostModel.Kinds;
import dev.jointly.vision.cost.Fit.LabelledImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Fits a cost model to a network of centres and regressions, whose centre is the only major part. Three logistic models of one
 * feature each, so that a few images are enough: whether a centre is somebody's, by its score; whether a joint is, by its score,
 * one model for all joints; and whether a centre and a joint are of one person, by their affinity, one model for all joints.
 * Pairs of joints cost nothing, since a centre says more about both. There are no duplicates: the network's decoder has
 * removed them.
 */
public final class CentreFit {
    /** Log-odds of duplicates, which leave out every pair of them. */
    private static final double NEVER = -20;

    /**
     * A pair that would cost anything is left out. With the usual gain, that is a joint more than about one size of the person
     * from where it is expected, which nobody would believe.
     */
    private static final double HOPELESS = 1e-3;

    /**
     * How log-odds become costs; chosen on training images ({@code dev/evaluation.md}).
     *
     * @param poseCost omega. High: the network finds several centres in a large person, each expecting its own part of the
     *     body well, and together they must not pay
     * @param single of centres and joints
     * @param pair of a centre and a joint
     */
    public record Balance(double poseCost, Kind single, Kind pair) {
        /** What measurements favoured. */
        public static Balance usual() {
            return new Balance(15, new Kind(1, 1), new Kind(0.5, 4));
        }
    }

    private final Anatomy anatomy;
    private final int centre;
    private final double tolerance;
    private final Balance balance;

    /** @param tolerance how far from a joint its candidates may be, in units of {@link BodySize} */
    public CentreFit(Anatomy anatomy, double tolerance, Balance balance) {
        if (anatomy.majors().size() != 1) {
            throw new IllegalArgumentException(
                    "found " + anatomy.majors().size() + " major parts but expected one, the centre");
        }
        this.anatomy = anatomy;
        this.centre = anatomy.majors().iterator().next();
        this.tolerance = tolerance;
        this.balance = balance;
    }

    /** The model fitted to these images. */
    public CostModel fit(String name, List<LabelledImage> images) {
        Examples centres = new Examples(List.of(Feature.SCORE_LOGIT));
        Examples joints = new Examples(List.of(Feature.SCORE_LOGIT));
        Examples pairs = new Examples(List.of(Feature.AFFINITY));
        CostModel start = CostModel.defaults(anatomy, Measure.FIELD);
        for (LabelledImage image : images) {
            collect(image, start.featureValues(image.evidence()), centres, joints, pairs);
        }
        List<Logistic> unary = new ArrayList<>(Collections.nCopies(anatomy.size(), LogisticFit.of(joints)));
        unary.set(centre, LogisticFit.of(centres));
        Logistic pair = balanced(LogisticFit.of(pairs));
        Map<Limb, Logistic> models = new TreeMap<>();
        for (Limb parts : start.pairs().keySet()) {
            boolean twin = parts.a() == parts.b();
            boolean led = parts.a() == centre || parts.b() == centre;
            models.put(parts, twin ? new Logistic(NEVER, List.of()) : led ? pair : new Logistic(0, List.of()));
        }
        Kind plain = new Kind(1, 0);
        return new CostModel(
                name,
                anatomy,
                balance.poseCost(),
                new Kinds(balance.single(), plain, plain, plain),
                start.mostCost(),
                HOPELESS,
                null,
                start.confident(),
                unary,
                models,
                null);
    }

    private void collect(LabelledImage image, FeatureValues values, Examples centres, Examples joints, Examples pairs) {
        Labels labels = new Labels(image.evidence(), image.truth(), anatomy, tolerance);
        for (int d = 0; d < image.evidence().candidates().size(); d++) {
            boolean joint = values.affinities().part(d) != centre;
            if (labels.known(d)) {
                (joint ? joints : centres).add(new double[] {values.value(Feature.SCORE_LOGIT, d)}, labels.matched(d));
            }
            for (int c : values.affinities().ofPart(centre)) {
                // false detections are left to the unary model
                if (joint && labels.matched(c) && labels.matched(d)) {
                    pairs.add(new double[] {values.value(Feature.AFFINITY, c, d)}, labels.same(c, d));
                }
            }
        }
    }

    /** Weight and gain are part of the model: limbs with and without the centre are of one kind but weigh differently. */
    private Logistic balanced(Logistic model) {
        double weight = balance.pair().weight();
        return new Logistic(
                weight * (model.bias() + balance.pair().gain()),
                model.terms().stream()
                        .map(term -> new Logistic.Term(term.feature(), term.centre(), weight * term.weight()))
                        .toList());
    }
}
