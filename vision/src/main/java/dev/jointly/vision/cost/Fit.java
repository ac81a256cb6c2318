package dev.jointly.vision.cost;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.anatomy.Anatomy.Limb;
import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Measure;
import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.vision.cost.Calibration.Judged;
import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.CostModel.Kinds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Fits a cost model to images with both evidence and truth. */
public record Fit(Anatomy anatomy, Options options) {
    /** One image. */
    public record LabelledImage(Evidence evidence, Truth truth) {}

    /**
     * How to fit.
     *
     * @param tolerance how far from a joint its candidates may be, in units of {@link BodySize}
     * @param features of each kind of cost
     */
    public record Options(double tolerance, Map<CostKind, List<Feature>> features) {
        private static final List<Feature> PLACES = List.of(
                Feature.DX,
                Feature.DY,
                Feature.DX_SQUARED,
                Feature.DY_SQUARED,
                Feature.LOG_DISTANCE,
                Feature.LOG_DISTANCE_SQUARED);

        /** What measurements favoured. */
        public static Options defaults() {
            return new Options(
                    0.3,
                    Map.of(
                            CostKind.UNARY, List.of(Feature.SCORE_LOGIT, Feature.SCORE),
                            CostKind.LIMB, withPlaces(Feature.AFFINITY, Feature.SHARE, Feature.LEAST),
                            CostKind.REACH, withPlaces(Feature.AFFINITY, Feature.SHARE, Feature.LEAST, Feature.WIDEST),
                            CostKind.TWIN, List.of(Feature.LOG_DISTANCE, Feature.DISTANCE)));
        }

        private static List<Feature> withPlaces(Feature... others) {
            return Stream.concat(Stream.of(others), PLACES.stream()).toList();
        }

        /** The same with another tolerance. */
        public Options withTolerance(double newTolerance) {
            return new Options(newTolerance, features);
        }

        private Examples examples(CostKind kind) {
            return new Examples(features.getOrDefault(kind, List.of()));
        }
    }

    /** Fitted models know better than default ones which pairs are none: with a gain of 2, those below odds of 1 to 55. */
    private static final double HOPELESS = 2;

    /** Where tuning starts. */
    private static final Kinds START = new Kinds(new Kind(1, 0), new Kind(1, 2), new Kind(0.3, 2), new Kind(1, 0));

    private static final double START_POSE_COST = 2;

    /** The model fitted to these images, with pose cost and balance of kinds still to be tuned. */
    public CostModel fit(String name, List<LabelledImage> images) {
        CostModel blank = blank(name, images);
        Collected collected = collect(blank, images);
        Map<Limb, Logistic> fitted = new TreeMap<>();
        collected.pairs().forEach((parts, examples) -> fitted.put(parts, LogisticFit.of(examples)));
        return blank.withModels(collected.unary().stream().map(LogisticFit::of).toList(), fitted);
    }

    /** The calibration of a model on these images, by kind of cost. */
    public Map<String, Calibration> calibration(CostModel model, List<LabelledImage> images) {
        Collected collected = collect(model, images);
        Map<CostKind, List<Judged>> judged = new EnumMap<>(CostKind.class);
        for (int p = 0; p < anatomy.size(); p++) {
            judge(CostKind.UNARY, model.unary().get(p), collected.unary().get(p), judged);
        }
        collected.pairs().forEach((parts, examples) -> {
            Logistic own = model.pairs().getOrDefault(parts, new Logistic(0, List.of()));
            judge(CostKind.of(anatomy, parts), own, examples, judged);
        });
        Map<String, Calibration> result = new LinkedHashMap<>();
        judged.forEach((kind, list) -> result.put(kind.label(), Calibration.of(list)));
        return result;
    }

    private static void judge(CostKind kind, Logistic model, Examples examples, Map<CostKind, List<Judged>> judged) {
        for (int i = 0; i < examples.size(); i++) {
            double[] values = examples.values(i);
            double logOdds = model.logOdds(feature -> values[examples.features().indexOf(feature)]);
            judged.computeIfAbsent(kind, one -> new ArrayList<>()).add(new Judged(logOdds, examples.truth(i)));
        }
    }

    /** Examples for every model. */
    private record Collected(List<Examples> unary, Map<Limb, Examples> pairs) {}

    private Collected collect(CostModel model, List<LabelledImage> images) {
        Map<Limb, Examples> pairs = new TreeMap<>();
        model.pairs().keySet().forEach(parts -> pairs.put(parts, options.examples(CostKind.of(anatomy, parts))));
        List<Examples> unary = new ArrayList<>();
        for (int p = 0; p < anatomy.size(); p++) {
            unary.add(options.examples(CostKind.UNARY));
        }
        for (LabelledImage image : images) {
            FeatureValues featureValues = model.featureValues(image.evidence());
            Labels labels = new Labels(image.evidence(), image.truth(), anatomy, options.tolerance());
            for (int d = 0; d < image.evidence().candidates().size(); d++) {
                if (labels.known(d)) {
                    int own = d;
                    unary.get(featureValues.affinities().part(d))
                            .add(feature -> featureValues.value(feature, own), labels.matched(d));
                }
            }
            pairs.forEach((parts, examples) -> collectPairs(parts, featureValues, labels, examples));
        }
        return new Collected(unary, pairs);
    }

    private static void collectPairs(Limb parts, FeatureValues featureValues, Labels labels, Examples examples) {
        for (int a : featureValues.affinities().ofPart(parts.a())) {
            for (int b : featureValues.affinities().ofPart(parts.b())) {
                // false detections are left to the unary model
                boolean both = labels.matched(a) && labels.matched(b);
                if (both && (parts.a() != parts.b() || a < b)) {
                    examples.add(feature -> featureValues.value(feature, a, b), labels.same(a, b));
                }
            }
        }
    }

    /** A model with the right lengths and all weights zero. */
    private CostModel blank(String name, List<LabelledImage> images) {
        List<Double> lengths = limbLengths(images);
        CostModel start = CostModel.defaults(anatomy, Measure.FIELD);
        return new CostModel(
                name,
                anatomy,
                START_POSE_COST,
                START,
                start.mostCost(),
                HOPELESS,
                lengths,
                confident(images),
                start.unary(),
                start.pairs(),
                null);
    }

    /** Median length of each limb over all people, in units of their size. */
    private List<Double> limbLengths(List<LabelledImage> images) {
        List<List<Double>> lengths = new ArrayList<>();
        anatomy.limbs().forEach(limb -> lengths.add(new ArrayList<>()));
        for (LabelledImage image : images) {
            Joint[][] joints = Labels.joints(image.truth(), anatomy);
            for (int g = 0; g < joints.length; g++) {
                double size = BodySize.of(image.truth().people().get(g));
                for (int l = 0; l < lengths.size() && size > 0; l++) {
                    Joint a = joints[g][anatomy.limbs().get(l).a()];
                    Joint b = joints[g][anatomy.limbs().get(l).b()];
                    if (a.mark() != Mark.ABSENT && b.mark() != Mark.ABSENT) {
                        lengths.get(l).add(Math.hypot(a.x() - b.x(), a.y() - b.y()) / size);
                    }
                }
            }
        }
        return lengths.stream()
                .map(sample -> Math.max(0.01, median(sample, 0.3)))
                .toList();
    }

    /** Half the median affinity of true limbs. */
    private double confident(List<LabelledImage> images) {
        List<Double> sample = new ArrayList<>();
        for (LabelledImage image : images) {
            PairAffinities affinities = new PairAffinities(image.evidence(), anatomy);
            Labels labels = new Labels(image.evidence(), image.truth(), anatomy, options.tolerance());
            for (Limb limb : anatomy.limbs()) {
                for (int a : affinities.ofPart(limb.a())) {
                    for (int b : affinities.ofPart(limb.b())) {
                        double affinity = affinities.measured(a, b);
                        if (labels.same(a, b) && !Double.isNaN(affinity)) {
                            sample.add(affinity);
                        }
                    }
                }
            }
        }
        return median(sample, 0) / 2;
    }

    private static double median(List<Double> sample, double without) {
        List<Double> sorted = sample.stream().sorted().toList();
        return sorted.isEmpty() ? without : sorted.get(sorted.size() / 2);
    }
}
