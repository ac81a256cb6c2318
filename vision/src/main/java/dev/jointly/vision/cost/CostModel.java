package dev.jointly.vision.cost;

import static java.util.Objects.requireNonNull;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.AnatomyChoice;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.evidence.Measure;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.Logistic.Term;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns evidence into a problem: every cost is ln((1 - p) / p) of a probability p that a logistic model gives, weighed
 * by its kind. {@code docs/costs.md} explains the features and the reasons.
 *
 * @param anatomy parts are matched with those of the evidence by name
 * @param poseCost omega
 * @param kinds how log-odds of each kind become costs
 * @param mostCost costs are kept within plus and minus this
 * @param hopeless a pair that would cost more than this if its kind had weight 1 is left out, which forbids it
 * @param limbLengths usual length of each limb, in the order of the anatomy, of a body of scale 1; null where it is to
 *     be taken from each image, in which case the median limb is 1 long
 * @param confident affinity from which on a limb tells the local scale
 * @param unary of each part: whether a candidate is a joint of any person
 * @param pairs of every two parts that may pair, smaller position first, and of every part with itself: whether two
 *     candidates are of one body, or one joint
 * @param personScore how probable it is that a person found is one, where that was calibrated
 */
public record CostModel(
        String name,
        Anatomy anatomy,
        double poseCost,
        Kinds kinds,
        double mostCost,
        double hopeless,
        @Nullable List<Double> limbLengths,
        double confident,
        List<Logistic> unary,
        Map<Limb, Logistic> pairs,
        @Nullable PersonScore personScore) {
    /**
     * With the pose cost, what did best in F1 on people, mice and birds seen by networks without fitted costs ({@code
     * dev/evaluation.md}, "Costs without fitting").
     */
    private static final Kinds DEFAULT_KINDS =
            new Kinds(new Kind(1, -1), new Kind(0.5, 1), new Kind(0.15, 1), new Kind(1, 0));

    private static final double DEFAULT_POSE_COST = 6;

    /** Anatomies of few parts have less to set against the pose cost. */
    private static final double POSE_COST_PER_PART = 1.5;

    /**
     * How log-odds of one kind become costs: -weight * (log-odds + gain).
     *
     * @param weight summed log-odds of single pairs are overconfident, because neighbouring pairs see the same
     *     evidence; the more pairs of a kind a person has, the smaller their weight must be
     * @param gain what it is worth to join where the odds are even: above 0 if missing a true joint is worse than
     *     accepting a false one
     */
    public record Kind(double weight, double gain) {
        public Kind {
            requirePositive("weight", weight);
            Logistic.requireFinite("gain", gain);
        }

        double cost(double logOdds) {
            return -weight * (logOdds + gain);
        }
    }

    /** How log-odds of every kind become costs. */
    public record Kinds(Map<CostKind, Kind> all) {
        public Kinds {
            all = Collections.unmodifiableMap(new EnumMap<>(all));
        }

        public Kinds(Kind unary, Kind limb, Kind reach, Kind twin) {
            this(Map.of(CostKind.UNARY, unary, CostKind.LIMB, limb, CostKind.REACH, reach, CostKind.TWIN, twin));
        }

        Kind of(CostKind kind) {
            return requireNonNull(all.get(kind), "every kind of cost is here");
        }

        /** With another one for a kind. */
        Kinds with(CostKind kind, Kind other) {
            Map<CostKind, Kind> changed = new EnumMap<>(all);
            changed.put(kind, other);
            return new Kinds(changed);
        }

        /** The same weights without gains. */
        public Kinds withoutGains() {
            Map<CostKind, Kind> even = new EnumMap<>(all);
            even.replaceAll((kind, one) -> new Kind(one.weight(), 0));
            return new Kinds(even);
        }
    }

    public CostModel {
        Logistic.requireFinite("pose cost", poseCost);
        Logistic.requireFinite("confident affinity", confident);
        requirePositive("most cost", mostCost);
        requirePositive("hopeless cost", hopeless);
        unary = List.copyOf(unary);
        pairs = Map.copyOf(pairs);
        limbLengths = limbLengths == null ? null : List.copyOf(limbLengths);
        if (unary.size() != anatomy.size()) {
            throw new IllegalArgumentException(
                    "found " + unary.size() + " unary models but expected one for each of " + anatomy.parts());
        }
        if (limbLengths != null && limbLengths.size() != anatomy.limbs().size()) {
            throw new IllegalArgumentException(
                    "found " + limbLengths.size() + " limb lengths but expected one for each of "
                            + anatomy.limbs().size() + " limbs");
        }
        for (int p = 0; p < anatomy.size(); p++) {
            for (int q = p; q < anatomy.size(); q++) {
                if (anatomy.mayPair(p, q) != pairs.containsKey(new Limb(p, q))) {
                    throw new IllegalArgumentException("parts \""
                            + anatomy.parts().get(p) + "\" and \""
                            + anatomy.parts().get(q) + "\" "
                            + (anatomy.mayPair(p, q) ? "need a model of pairs" : "may not pair but have a model"));
                }
            }
        }
    }

    /** A model for evidence without a fitted one. {@code docs/costs.md} lists and justifies the numbers. */
    public static CostModel defaults(Anatomy anatomy, Measure measure) {
        Map<Limb, Logistic> models = new TreeMap<>();
        for (int p = 0; p < anatomy.size(); p++) {
            for (int q = p; q < anatomy.size(); q++) {
                if (anatomy.mayPair(p, q)) {
                    models.put(new Limb(p, q), defaultPair(anatomy, p, q, measure));
                }
            }
        }
        return new CostModel(
                "default",
                anatomy,
                Math.min(DEFAULT_POSE_COST, POSE_COST_PER_PART * anatomy.size()),
                DEFAULT_KINDS,
                6,
                5,
                null,
                measure.typical() / 2,
                Collections.nCopies(anatomy.size(), defaultUnary(measure)),
                models,
                null);
    }

    private static Logistic defaultUnary(Measure measure) {
        double even = measure.evenScore();
        return new Logistic(0, List.of(new Term(Feature.SCORE_LOGIT, Math.log(even / (1 - even)), 1)));
    }

    private static Logistic defaultPair(Anatomy anatomy, int p, int q, Measure measure) {
        if (p == q) {
            // even odds at a quarter of a usual limb
            return new Logistic(0, List.of(new Term(Feature.LOG_DISTANCE, Math.log(0.25), -3)));
        }
        boolean limb = anatomy.isLimb(p, q);
        if (measure == Measure.NONE) {
            return new Logistic(0, List.of(new Term(Feature.LOG_DISTANCE, Math.log(limb ? 2 : 4), -3)));
        }
        Feature affinity = limb || measure == Measure.VOTES ? Feature.AFFINITY : Feature.WIDEST;
        return new Logistic(0, List.of(new Term(affinity, measure.typical() / 2, 8 / measure.typical())));
    }

    /**
     * Rejects a detector this model is not for, which would silently give no people or the wrong ones.
     *
     * @param costs what the message calls this model, such as its file
     * @param detector who has the parts, for the message
     * @param affinities whether it scores any pairs
     */
    public void requireFits(String costs, String detector, List<String> parts, boolean affinities) {
        List<String> missing =
                anatomy.parts().stream().filter(part -> !parts.contains(part)).toList();
        if (!missing.isEmpty()) {
            throw new BadInputException(costs + ": needs the " + PartNames.some(missing) + " but "
                    + detector + " has the " + PartNames.some(parts)
                    + "; use costs fitted to these detections");
        }
        if (!affinities && weighsAffinities()) {
            throw new BadInputException(costs + ": weighs affinities of pairs but " + detector
                    + " has none; use costs fitted to these detections");
        }
    }

    private boolean weighsAffinities() {
        return pairs.values().stream()
                .flatMap(model -> model.terms().stream())
                .anyMatch(term -> term.feature() == Feature.AFFINITY || term.feature() == Feature.WIDEST);
    }

    /**
     * The problem of one image; its detections are the candidates of the anatomy's parts, in their order.
     *
     * @param all may have parts besides those of the anatomy, but none less
     */
    public Problem problem(Evidence all) {
        requireFits("cost model \"" + name + "\"", "image \"" + all.id() + "\"", all.parts(), true);
        Evidence evidence = AnatomyChoice.within(anatomy, all);
        FeatureValues featureValues = featureValues(evidence);
        List<Detection> detections = new ArrayList<>();
        for (int d = 0; d < evidence.candidates().size(); d++) {
            Candidate seen = evidence.candidates().get(d);
            int part = featureValues.affinities().part(d);
            double cost = cost(unaryLogOdds(featureValues, d), kinds.of(CostKind.UNARY));
            detections.add(new Detection(part, seen.x(), seen.y(), seen.score(), Micro.of(cost)));
        }
        PairCosts.Builder builder = new PairCosts.Builder();
        new TreeMap<>(pairs).forEach((parts, model) -> addPairs(featureValues, parts, model, builder));
        PairCosts costs = builder.build(detections.size(), true);
        return new Problem(evidence.id(), evidence.image(), anatomy, Micro.of(poseCost), detections, costs, List.of())
                .withPersonScore(personScore);
    }

    CostModel withModels(List<Logistic> newUnary, Map<Limb, Logistic> newPairs) {
        return with(kinds, poseCost, newUnary, newPairs);
    }

    /** The same with another balance of kinds and another omega. */
    public CostModel withBalance(Kinds newKinds, double newPoseCost) {
        return with(newKinds, newPoseCost, unary, pairs);
    }

    private CostModel with(Kinds newKinds, double newPoseCost, List<Logistic> newUnary, Map<Limb, Logistic> newPairs) {
        return new CostModel(
                name,
                anatomy,
                newPoseCost,
                newKinds,
                mostCost,
                hopeless,
                limbLengths,
                confident,
                newUnary,
                newPairs,
                personScore);
    }

    FeatureValues featureValues(Evidence evidence) {
        double[] lengths = limbLengths == null
                ? null
                : limbLengths.stream().mapToDouble(Double::doubleValue).toArray();
        return new FeatureValues(evidence, anatomy, lengths, confident);
    }

    double unaryLogOdds(FeatureValues featureValues, int d) {
        return unary.get(featureValues.affinities().part(d)).logOdds(feature -> featureValues.value(feature, d));
    }

    private void addPairs(FeatureValues featureValues, Limb parts, Logistic model, PairCosts.Builder builder) {
        Kind kind = kinds.of(CostKind.of(anatomy, parts));
        for (int a : featureValues.affinities().ofPart(parts.a())) {
            for (int b : featureValues.affinities().ofPart(parts.b())) {
                if ((parts.a() == parts.b() && b <= a) || farApart(featureValues, a, b)) {
                    continue;
                }
                double logOdds = model.logOdds(feature -> featureValues.value(feature, a, b));
                if (-(logOdds + kind.gain()) <= hopeless) {
                    builder.add(a, b, Micro.of(cost(logOdds, kind)));
                }
            }
        }
    }

    /**
     * Farther than all limbs of the body in one line, where their lengths are known. Fitted curves are meaningless that
     * far outside the data.
     */
    private boolean farApart(FeatureValues featureValues, int a, int b) {
        return limbLengths != null
                && featureValues.value(Feature.DISTANCE, a, b)
                        > limbLengths.stream().mapToDouble(Double::doubleValue).sum();
    }

    private double cost(double logOdds, Kind kind) {
        return Math.max(-mostCost, Math.min(mostCost, kind.cost(logOdds)));
    }

    private static void requirePositive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " " + value + " must be a finite number above 0");
        }
    }
}
