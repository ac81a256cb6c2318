package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Layout;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.cost.Feature;
import dev.jointly.vision.cost.Fit;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.eval.Comparison.Figure;
import dev.jointly.vision.net.ImageDetector;
import dev.jointly.vision.net.ModelCard;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The networks that can be installed, on the photos of train2017 that are there as files. Costs are fitted to four fifths of
 * the photos and applied to the remaining fifth, in turn; no photo of val2017 is used.
 */
@Tag("slow")
class NetworksEvaluationTest {
    private static final double TOLERANCE = 0.3;

    private static ModelStore.Model installed(String name) {
        ModelStore.Model model = ModelStore.ofUser().named(name);
        assumeTrue(
                Files.isRegularFile(model.network()),
                "needs the network " + name + "; run: jointly model install " + name);
        return model;
    }

    private static List<LabelledImage> images(ModelStore.Model model) throws IOException {
        try (ImageDetector network = Network.open(model.card(), model.network(), 1)) {
            return TrainingImages.trainPhotos(network);
        }
    }

    /** What is fitted has the anatomy of the shipped costs, if there are any. */
    private static Anatomy anatomy(ModelStore.Model model) {
        return ShippedCosts.of(model.card().name())
                .map(CostModel::anatomy)
                .or(() -> model.card().anatomy())
                .orElseThrow();
    }

    @Test
    @EnabledIfSystemProperty(named = "jointly.tables", matches = "true", disabledReason = "only to print tables")
    void bothNetworksOnPhotosHeldOut() throws IOException {
        Comparison comparison = new Comparison(1);
        for (String name : ModelStore.SHIPPED) {
            ModelStore.Model model = installed(name);
            List<LabelledImage> images = images(model);
            Anatomy anatomy = anatomy(model);
            List<CostModel> models = Learning.foldModels(anatomy, TOLERANCE, images);
            List<EvaluatedImage> evaluated = new ArrayList<>();
            double[] seconds = new double[images.size()];
            for (int i = 0; i < images.size(); i++) {
                LabelledImage image = images.get(i);
                long start = System.nanoTime();
                List<GroupedPerson> people = new OptimalGrouping(
                                models.get(Learning.fold(i, images.size())), PeopleEvaluationTest.solver())
                        .people(image.evidence());
                seconds[i] = (System.nanoTime() - start) / 1e9;
                evaluated.add(Alignment.evaluated(image.evidence(), people, image.truth()));
            }
            comparison.add(name, evaluated);
            // has no ranking: of its figures AR, accuracy and F1 mean something
            comparison.add(
                    name + ", ideal grouping",
                    images.stream()
                            .map(image -> Alignment.evaluated(image.evidence(), Ideal.people(image), image.truth()))
                            .toList());
            Arrays.sort(seconds);
            System.out.printf(
                    Locale.ROOT,
                    "%s: %d photos, %d detections, grouping takes %.0f ms in the median, %.0f at most%n",
                    name,
                    images.size(),
                    images.stream()
                            .mapToInt(image -> image.evidence().candidates().size())
                            .sum(),
                    1000 * seconds[seconds.length / 2],
                    1000 * seconds[seconds.length - 1]);
        }
        List<Figure> figures = List.of(Figure.AP, Figure.AP50, Figure.AR, Figure.ACCURACY, Figure.PRECISION, Figure.F1);
        PeopleEvaluationTest.print(comparison, figures, List.of());
        figures.forEach(figure -> System.out.printf(
                Locale.ROOT,
                "%s of movenet minus openpose: %s%n",
                figure,
                comparison.difference("movenet-multipose", "openpose-mobilenet", figure)));
        for (String name : ModelStore.SHIPPED) {
            assertThat(comparison.value(name, Figure.AP)).as(name).isPositive();
        }
    }

    /** Which threshold is best for MoveNet, on photos held out: {@code -Djointly.thresholds=0.15,0.2}. */
    @Test
    @EnabledIfSystemProperty(
            named = "jointly.thresholds",
            matches = ".+",
            disabledReason = "only to compare thresholds")
    void thresholds() throws IOException {
        ModelStore.Model model = installed("movenet-multipose");
        ModelCard card = model.card();
        for (String threshold : System.getProperty("jointly.thresholds", "").split(",", -1)) {
            ModelCard other = new ModelCard(
                    card.name(),
                    card.network(),
                    card.input(),
                    card.output(),
                    Double.parseDouble(threshold),
                    card.parts(),
                    card.decoder(),
                    card.anatomy());
            List<LabelledImage> images = images(new ModelStore.Model(other, model.network()));
            List<CostModel> models = Boolean.getBoolean("jointly.lean")
                    ? lean(anatomy(model), images)
                    : Learning.foldModels(anatomy(model), TOLERANCE, images);
            Comparison comparison = new Comparison(1);
            List<EvaluatedImage> evaluated = new ArrayList<>();
            double[] seconds = new double[images.size()];
            for (int i = 0; i < images.size(); i++) {
                LabelledImage image = images.get(i);
                CostModel costs = models.get(Learning.fold(i, images.size()));
                long start = System.nanoTime();
                List<GroupedPerson> people =
                        new OptimalGrouping(costs, PeopleEvaluationTest.solver(0.003)).people(image.evidence());
                seconds[i] = (System.nanoTime() - start) / 1e9;
                evaluated.add(Alignment.evaluated(image.evidence(), people, image.truth()));
            }
            comparison.add(threshold, evaluated);
            Arrays.sort(seconds);
            System.out.printf(
                    Locale.ROOT,
                    "threshold %s: %d detections, AP %.1f, AP50 %.1f, AR %.1f, precision %.1f, grouping %.0f ms, at most %.0f%n",
                    threshold,
                    images.stream()
                            .mapToInt(image -> image.evidence().candidates().size())
                            .sum(),
                    comparison.value(threshold, Figure.AP),
                    comparison.value(threshold, Figure.AP50),
                    comparison.value(threshold, Figure.AR),
                    comparison.value(threshold, Figure.PRECISION),
                    1000 * seconds[seconds.length / 2],
                    1000 * seconds[seconds.length - 1]);
            assertThat(comparison.value(threshold, Figure.AP)).isPositive();
        }
    }

    /** Models of few features, for few photos. */
    private static List<CostModel> lean(Anatomy anatomy, List<LabelledImage> images) {
        Fit.Options options = new Fit.Options(
                TOLERANCE,
                List.of(Feature.SCORE_LOGIT),
                List.of(Feature.AFFINITY, Feature.LOG_DISTANCE),
                List.of(Feature.AFFINITY),
                List.of(Feature.LOG_DISTANCE));
        int folds = Learning.fold(images.size() - 1, images.size()) + 1;
        return IntStream.range(0, folds)
                .mapToObj(fold -> new Fit(anatomy, options)
                        .fit(
                                "fold",
                                IntStream.range(0, images.size())
                                        .filter(i -> Learning.fold(i, images.size()) != fold)
                                        .mapToObj(images::get)
                                        .toList()))
                .toList();
    }

    /** Fits the shipped costs of MoveNet anew: {@code -Djointly.ship=true}. */
    @Test
    @EnabledIfSystemProperty(named = "jointly.ship", matches = "true", disabledReason = "only to ship new costs")
    void shipMoveNet() throws IOException {
        ModelStore.Model model = installed("movenet-multipose");
        List<LabelledImage> images = images(model);
        CostModel learnt = new Learning(
                        anatomy(model),
                        PeopleEvaluationTest.solver(0.003),
                        (tolerance, tried, goodness) -> System.out.printf(
                                Locale.ROOT,
                                "AP %.2f with tolerance %.2f, pose cost %.1f, %s%n",
                                100 * goodness,
                                tolerance,
                                tried.poseCost(),
                                tried.kinds()))
                .learn("movenet-multipose", images);
        Path file = Path.of("src/main/resources/dev/jointly/vision/cost/movenet-multipose.costs.json");
        try (OutputStream out = Files.newOutputStream(file)) {
            CostModelWriter.write(learnt, Layout.PRETTY, out);
        }
        assertThat(CostModelReader.read(file)).isEqualTo(learnt);
    }
}
