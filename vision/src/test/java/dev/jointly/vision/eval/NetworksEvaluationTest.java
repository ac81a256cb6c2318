package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Layout;
import dev.jointly.vision.cost.CentreFit;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.cost.Fit;
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
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    private static final List<Figure> FIGURES =
            List.of(Figure.AP, Figure.AP50, Figure.AR, Figure.ACCURACY, Figure.PRECISION, Figure.F1);

    /** Photos that a network is shown. */
    private interface PhotoSet {
        List<LabelledImage> seenBy(ImageDetector network) throws IOException;
    }

    private static ModelStore.Model installed(String name) {
        ModelStore.Model model = ModelStore.ofUser().named(name);
        assumeTrue(
                Files.isRegularFile(model.network()),
                "needs the network " + name + "; run: jointly model install " + name);
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

    /** Each fifth of the images by a method that was learnt from the others. */
    private static List<EvaluatedImage> heldOut(
            List<LabelledImage> images, Function<List<LabelledImage>, Baseline> learnt) {
        List<EvaluatedImage> evaluated = new ArrayList<>();
        for (int fold = 0; fold <= Learning.fold(images.size() - 1, images.size()); fold++) {
            Baseline method = learnt.apply(fold(images, fold, false));
            fold(images, fold, true)
                    .forEach(image -> evaluated.add(
                            Alignment.evaluated(image.evidence(), method.people(image.evidence()), image.truth())));
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
                                Ideal.ranked(Alignment.evaluated(image.evidence(), Ideal.people(image), image.truth())))
                        .toList());
    }

    private static void addBaselines(Comparison comparison, String name, Anatomy anatomy, List<LabelledImage> images) {
        comparison.add(name + ", greedy", heldOut(images, rest -> BaselineChoice.greedy(anatomy, rest)));
        comparison.add(name + ", hungarian", heldOut(images, rest -> BaselineChoice.hungarian(anatomy, rest)));
    }

    /** The network's own decoder, with its best thresholds on the images that ours is fitted to. */
    private static Baseline ownGrouping(List<LabelledImage> images) {
        List<Baseline> baselines = new ArrayList<>();
        for (double centre : new double[] {LEAST_CENTRE, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4}) {
            for (double joint : new double[] {0, 0.02, 0.05, 0.1, 0.15, 0.2}) {
                baselines.add(new OwnGrouping(centre, joint));
            }
        }
        return BaselineChoice.best(baselines, images);
    }

    private static Anatomy anatomyOfMoveNet(ModelStore.Model model) {
        return model.card().anatomy().orElseThrow();
    }

    private static CostModel fittedMoveNet(ModelStore.Model model, List<LabelledImage> images) {
        return new CentreFit(anatomyOfMoveNet(model), TOLERANCE, CentreFit.Balance.usual()).fit(MOVENET, images);
    }

    /** Costs of the shipped features and balance, fitted to all of train2017 but these images. */
    private static CostModel fittedOpenPose(List<LabelledImage> without) {
        CostModel shipped = ShippedCosts.of(OPENPOSE).orElseThrow();
        Set<String> ids = without.stream().map(image -> image.evidence().id()).collect(Collectors.toSet());
        return new Fit(shipped.anatomy(), Fit.Options.defaults().withTolerance(TOLERANCE))
                .fit(
                        OPENPOSE,
                        TrainingImages.train().stream()
                                .filter(image -> !ids.contains(image.evidence().id()))
                                .toList())
                .withBalance(shipped.kinds(), shipped.poseCost());
    }

    private static void report(String name, Stopwatch stopwatch) {
        System.out.printf("%s: grouping takes %s, %d proven%n", name, stopwatch, stopwatch.proven());
    }

    private static void print(Comparison comparison, List<String> others) {
        PeopleEvaluationTest.print(comparison, FIGURES, List.of());
        for (String other : others) {
            FIGURES.forEach(figure -> System.out.printf(
                    Locale.ROOT,
                    "%s of %s minus %s: %s%n",
                    figure,
                    MOVENET,
                    other,
                    comparison.difference(MOVENET, other, figure)));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void bothNetworksOnPhotosHeldOut() throws IOException {
        Comparison comparison = new Comparison(1);
        ModelStore.Model openpose = installed(OPENPOSE);
        ModelStore.Model movenet = installed(MOVENET);

        List<LabelledImage> fields = images(openpose.card(), openpose.network(), TrainingImages::trainPhotos);
        CostModel costs = fittedOpenPose(fields);
        Stopwatch first = new Stopwatch();
        comparison.add(OPENPOSE, fields, new OptimalGrouping(costs, first.solver()));
        report(OPENPOSE, first);
        addBaselines(comparison, OPENPOSE, costs.anatomy(), fields);
        addIdeal(comparison, OPENPOSE, fields);

        List<LabelledImage> centres = images(movenet.card(), movenet.network(), TrainingImages::trainPhotos);
        Stopwatch second = new Stopwatch();
        comparison.add(
                MOVENET, heldOut(centres, rest -> new OptimalGrouping(fittedMoveNet(movenet, rest), second.solver())));
        report(MOVENET, second);
        addBaselines(comparison, MOVENET, anatomyOfMoveNet(movenet), centres);
        List<LabelledImage> own =
                images(OwnDecoder.of(movenet.card(), LEAST_CENTRE), movenet.network(), TrainingImages::trainPhotos);
        comparison.add(OWN, heldOut(own, NetworksEvaluationTest::ownGrouping));
        comparison.add(OWN_AS_CARD, own, new OwnGrouping(movenet.card().threshold(), 0));
        addIdeal(comparison, MOVENET, centres);

        print(comparison, List.of(OPENPOSE, OWN, OWN_AS_CARD));
        assertThat(comparison.value(MOVENET, Figure.AP)).isGreaterThan(comparison.value(OWN, Figure.AP));
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
            report(name, stopwatch);
            addIdeal(comparison, name, images);
        }
        ModelStore.Model movenet = installed(MOVENET);
        ModelCard own = OwnDecoder.of(movenet.card(), LEAST_CENTRE);
        Baseline chosen = ownGrouping(images(own, movenet.network(), TrainingImages::trainPhotos));
        List<LabelledImage> val = images(own, movenet.network(), TrainingImages::valPhotos);
        comparison.add(OWN, val, chosen);
        comparison.add(OWN_AS_CARD, val, new OwnGrouping(movenet.card().threshold(), 0));
        print(comparison, List.of(OPENPOSE, OWN, OWN_AS_CARD));
        assertThat(comparison.value(MOVENET, Figure.AP)).isPositive();
    }

    /** Fits the shipped costs of MoveNet anew: {@code -Djointly.ship=true}. */
    @Test
    @EnabledIfSystemProperty(named = "jointly.ship", matches = "true", disabledReason = "only to ship new costs")
    void shipMoveNet() throws IOException {
        ModelStore.Model model = installed(MOVENET);
        CostModel fitted = fittedMoveNet(model, images(model.card(), model.network(), TrainingImages::trainPhotos));
        Path file = Path.of("src/main/resources/dev/jointly/vision/cost/movenet-multipose.costs.json");
        try (OutputStream out = Files.newOutputStream(file)) {
            CostModelWriter.write(fitted, Layout.PRETTY, out);
        }
        assertThat(CostModelReader.read(file)).isEqualTo(fitted);
    }
}
