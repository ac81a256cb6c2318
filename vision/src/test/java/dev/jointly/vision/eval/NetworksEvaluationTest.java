package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.PersonScore;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CentreFit;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.net.ImageDetector;
import dev.jointly.vision.net.ModelCard;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.OwnDecoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The networks that can be installed, on the photos that are there as files. Choices are made on those of train2017. */
@Tag("slow")
class NetworksEvaluationTest {
    private static final double TOLERANCE = 0.3;
    private static final String OPENPOSE = "openpose-mobilenet";
    private static final String MOVENET = "movenet-multipose";
    /** The network's own decoder with its best thresholds. */
    private static final String OWN = MOVENET + ", own decoder";

    /** The same with all joints of the centres that ours uses. */
    private static final String OWN_AS_CARD = OWN + ", our threshold";

    private static final double LEAST_CENTRE = 0.05;

    static final List<Figure> FIGURES = List.of(
            Figure.AP,
            Figure.AR,
            Figure.PRECISION,
            Figure.ACCURACY,
            Figure.F1,
            Figure.PEOPLE_PRECISION,
            Figure.PEOPLE_RECALL,
            Figure.PEOPLE_F1);

    /** Ours without weak people. */
    private static final String SHOWN = ", weak people left out";

    /** Photos that a network is shown. */
    private interface PhotoSet {
        List<LabelledImage> seenBy(ImageDetector network) throws IOException;
    }

    private static ModelStore.Model installed(String name) {
        ModelStore.Model model = ModelStore.ofUser().named(name);
        assumeTrue(Files.isRegularFile(model.network()), "needs the network " + name);
        return model;
    }

    private static List<LabelledImage> images(ModelCard card, Path network, PhotoSet photos) throws IOException {
        Stopwatch stopwatch = new Stopwatch();
        try (ImageDetector timed = stopwatch.timed(Network.open(card, network, 1))) {
            List<LabelledImage> images = photos.seenBy(timed);
            System.out.printf(
                    "%s: %d photos, %d detections, inference takes %s%n",
                    card.name(),
                    images.size(),
                    images.stream()
                            .mapToInt(image -> image.evidence().candidates().size())
                            .sum(),
                    stopwatch);
            return images;
        }
    }

    /** All images of train2017; where the photo is at hand, with what the network's fields show now. */
    static List<LabelledImage> trainWithFields() throws IOException {
        ModelStore.Model model = installed(OPENPOSE);
        Map<String, LabelledImage> own = images(model.card(), model.network(), TrainingImages::trainPhotos).stream()
                .collect(Collectors.toMap(image -> image.evidence().id(), Function.identity()));
        return TrainingImages.train().stream()
                .map(image -> own.getOrDefault(image.evidence().id(), image))
                .toList();
    }

    /** Each fifth of the images by a method that was learnt from the others. */
    private static List<EvaluatedImage> heldOut(
            List<LabelledImage> images, Function<List<LabelledImage>, Baseline> learnt) {
        List<EvaluatedImage> evaluated = new ArrayList<>();
        for (int fold = 0; fold <= Learning.fold(images.size() - 1, images.size()); fold++) {
            Baseline method = learnt.apply(fold(images, fold, false));
            fold(images, fold, true)
                    .forEach(image -> evaluated.add(
                            EvaluatedImage.of(image.evidence(), method.people(image.evidence()), image.truth())));
        }
        return evaluated;
    }

    private static List<LabelledImage> fold(List<LabelledImage> images, int fold, boolean own) {
        return IntStream.range(0, images.size())
                .filter(i -> (Learning.fold(i, images.size()) == fold) == own)
                .mapToObj(images::get)
                .toList();
    }

    private static void addIdeal(Comparison comparison, String name, List<LabelledImage> images) {
        comparison.add(
                name + ", ideal",
                images.stream()
                        .map(image ->
                                Ideal.ranked(EvaluatedImage.of(image.evidence(), Ideal.people(image), image.truth())))
                        .toList());
    }

    private static void addBaselines(Comparison comparison, String name, Anatomy anatomy, List<LabelledImage> images) {
        comparison.add(
                name + ", greedy", heldOut(images, rest -> BaselineChoice.greedy(anatomy, rest, TuningMetric.F1)));
        comparison.add(
                name + ", hungarian",
                heldOut(images, rest -> BaselineChoice.hungarian(anatomy, rest, TuningMetric.F1)));
    }

    /** The network's own decoder, with its best thresholds on the images that ours is fitted to. */
    private static Baseline ownGrouping(List<LabelledImage> images) {
        List<Baseline> baselines = new ArrayList<>();
        for (double centre : new double[] {LEAST_CENTRE, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4}) {
            for (double joint : new double[] {0, 0.02, 0.05, 0.1, 0.15, 0.2}) {
                baselines.add(new OwnGrouping(centre, joint));
            }
        }
        return BaselineChoice.best(baselines, images, TuningMetric.F1);
    }

    private static Anatomy anatomyOfMoveNet(ModelStore.Model model) {
        return model.card().anatomy().orElseThrow();
    }

    private static CostModel fittedMoveNet(ModelStore.Model model, List<LabelledImage> images) {
        return new CentreFit(anatomyOfMoveNet(model), TOLERANCE, CentreFit.Balance.usual()).fit(MOVENET, images);
    }

    /**
     * Ours on the photos of train2017, with and without weak people: costs of the shipped balance and scores, each fitted to images other
     * than those it is applied to.
     */
    private static void addOpenPose(Comparison comparison, Set<String> photos) throws IOException {
        CostModel shipped = ShippedCosts.of(OPENPOSE).orElseThrow();
        List<LabelledImage> images = trainWithFields();
        Set<String> large = TrainingImages.fullSize();
        List<LabelledImage> full = images.stream()
                .filter(image -> large.contains(image.evidence().id()))
                .toList();
        List<CostModel> models = ShippingTest.foldModels(shipped.anatomy(), images, full).stream()
                .map(model -> model.withBalance(shipped.kinds(), shipped.poseCost()))
                .toList();
        addScored(comparison, OPENPOSE, ShippingTest.scored(models, full), weakBelow(shipped), photos);
    }

    private static double weakBelow(CostModel model) {
        PersonScore score = model.personScore();
        return score == null ? 0 : score.weakBelow();
    }

    private static void addScored(
            Comparison comparison, String name, ScoredPeople people, double weakBelow, Set<String> ids) {
        comparison.add(name, of(ids, people.evaluated(0, false)));
        comparison.add(name + SHOWN, of(ids, people.evaluated(weakBelow, false)));
    }

    private static List<EvaluatedImage> of(Set<String> ids, List<EvaluatedImage> images) {
        return images.stream().filter(image -> ids.contains(image.truth().id())).toList();
    }

    /** The shipped costs without the people who are weak by them. */
    static Baseline shown(CostModel model, Function<Problem, List<Pose>> solver) {
        return evidence -> {
            Problem problem = model.problem(evidence);
            List<Pose> poses = solver.apply(problem).stream()
                    .filter(pose -> !Strength.weak(problem, pose.global()))
                    .toList();
            return OptimalGrouping.people(problem, poses, evidence);
        };
    }

    private static void report(String name, Stopwatch stopwatch) {
        System.out.printf("%s: grouping takes %s, %d proven%n", name, stopwatch, stopwatch.proven());
    }

    /** All methods, and ours minus each of the others of the same network. */
    private static void print(Comparison comparison) {
        PeopleEvaluationTest.table(comparison, FIGURES);
        for (String network : ModelStore.SHIPPED) {
            for (String ours : List.of(network, network + SHOWN)) {
                comparison.methods().stream()
                        .filter(other -> other.startsWith(network) && !other.equals(network) && !other.endsWith(SHOWN))
                        .forEach(other -> PeopleEvaluationTest.difference(comparison, FIGURES, ours, other));
            }
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void bothNetworksOnPhotosHeldOut() throws IOException {
        Comparison comparison = new Comparison(1);
        ModelStore.Model openpose = installed(OPENPOSE);
        ModelStore.Model movenet = installed(MOVENET);

        List<LabelledImage> fields = images(openpose.card(), openpose.network(), TrainingImages::trainPhotos);
        Set<String> ids = fields.stream().map(image -> image.evidence().id()).collect(Collectors.toSet());
        addOpenPose(comparison, ids);
        Anatomy anatomy = ShippedCosts.of(OPENPOSE).orElseThrow().anatomy();
        addBaselines(comparison, OPENPOSE, anatomy, fields);
        comparison.add(OPENPOSE + ", greedy as published", fields, GreedyBaseline.published(anatomy));
        addIdeal(comparison, OPENPOSE, fields);

        List<LabelledImage> centres = images(movenet.card(), movenet.network(), TrainingImages::trainPhotos);
        List<CostModel> models = IntStream.rangeClosed(0, Learning.fold(centres.size() - 1, centres.size()))
                .mapToObj(fold -> fittedMoveNet(movenet, fold(centres, fold, false)))
                .toList();
        double weakBelow = weakBelow(ShippedCosts.of(MOVENET).orElseThrow());
        addScored(comparison, MOVENET, ShippingTest.scored(models, centres), weakBelow, ids);
        addBaselines(comparison, MOVENET, anatomyOfMoveNet(movenet), centres);
        List<LabelledImage> own =
                images(OwnDecoder.of(movenet.card(), LEAST_CENTRE), movenet.network(), TrainingImages::trainPhotos);
        comparison.add(OWN, heldOut(own, NetworksEvaluationTest::ownGrouping));
        comparison.add(OWN_AS_CARD, own, new OwnGrouping(movenet.card().threshold(), 0));
        addIdeal(comparison, MOVENET, centres);

        print(comparison);
        assertThat(comparison.value(OPENPOSE + SHOWN, Figure.PEOPLE_F1))
                .isGreaterThan(comparison.value(OPENPOSE + ", greedy", Figure.PEOPLE_F1));
    }

    /** Everything as shipped, on the photos of val2017, on which nothing of MoveNet was chosen. */
    @Test
    @EnabledIfSystemProperty(named = "jointly.val", matches = "true", disabledReason = "only for the last run")
    void bothNetworksOnPhotosOfVal2017() throws IOException {
        Comparison comparison = new Comparison(1);
        for (String name : ModelStore.SHIPPED) {
            ModelStore.Model model = installed(name);
            List<LabelledImage> images = images(model.card(), model.network(), TrainingImages::valPhotos);
            Stopwatch stopwatch = new Stopwatch();
            CostModel costs = ShippedCosts.of(name).orElseThrow();
            comparison.add(name, images, new OptimalGrouping(costs, stopwatch.solver()));
            comparison.add(name + SHOWN, images, shown(costs, stopwatch.solver()));
            report(name, stopwatch);
            List<LabelledImage> known = images(model.card(), model.network(), TrainingImages::trainPhotos);
            comparison.add(name + ", greedy", images, BaselineChoice.greedy(costs.anatomy(), known, TuningMetric.F1));
            comparison.add(
                    name + ", hungarian", images, BaselineChoice.hungarian(costs.anatomy(), known, TuningMetric.F1));
            addIdeal(comparison, name, images);
        }
        ModelStore.Model movenet = installed(MOVENET);
        ModelCard own = OwnDecoder.of(movenet.card(), LEAST_CENTRE);
        Baseline chosen = ownGrouping(images(own, movenet.network(), TrainingImages::trainPhotos));
        List<LabelledImage> val = images(own, movenet.network(), TrainingImages::valPhotos);
        comparison.add(OWN, val, chosen);
        comparison.add(OWN_AS_CARD, val, new OwnGrouping(movenet.card().threshold(), 0));
        print(comparison);
        assertThat(comparison.value(OPENPOSE, Figure.AP)).isPositive();
    }

    /** Fits the shipped costs of MoveNet anew: {@code -Djointly.ship=true}. */
    @Test
    @EnabledIfSystemProperty(named = "jointly.ship", matches = "true", disabledReason = "only to ship new costs")
    void shipMoveNet() throws IOException {
        ModelStore.Model model = installed(MOVENET);
        List<LabelledImage> images = images(model.card(), model.network(), TrainingImages::trainPhotos);
        List<CostModel> models = IntStream.rangeClosed(0, Learning.fold(images.size() - 1, images.size()))
                .mapToObj(fold -> fittedMoveNet(model, fold(images, fold, false)))
                .toList();
        ShippingTest.ship(fittedMoveNet(model, images), ShippingTest.scored(models, images));
    }
}
