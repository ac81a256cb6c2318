package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Layout;
import dev.jointly.vision.cost.Calibration;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.cost.Fit;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.cost.PersonScoreFit;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingImages;
import dev.jointly.vision.cost.Tuning;
import dev.jointly.vision.draw.ReliabilityPlot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Learns the shipped costs anew, from train2017 alone: {@code mvn ... -Dlane=full -Dtest=ShippingTest
 * -Djointly.ship=true}. Costs are fitted to all images; their balance and the score of people are chosen on those at full size,
 * which are like the ones that users have.
 */
@Tag("slow")
class ShippingTest {
    private static final String NETWORK = "openpose-mobilenet";
    private static final Fit.Options OPTIONS = Fit.Options.defaults();

    @Test
    @EnabledIfSystemProperty(named = "jointly.ship", matches = "true", disabledReason = "only to ship new costs")
    void ship() throws IOException {
        Anatomy anatomy = ShippedCosts.of(NETWORK).orElseThrow().anatomy();
        List<LabelledImage> images = NetworksEvaluationTest.trainWithFields();
        Set<String> large = TrainingImages.fullSize();
        List<LabelledImage> full = images.stream()
                .filter(image -> large.contains(image.evidence().id()))
                .toList();
        List<CostModel> models = foldModels(anatomy, images, full);
        CostModel tuned = Tuning.tune(models.get(0), balance -> goodness(balance, models, full));
        CostModel fitted = new Fit(anatomy, OPTIONS).fit(NETWORK, images).withBalance(tuned.kinds(), tuned.poseCost());
        ship(fitted, scored(balanced(models, tuned), full));
    }

    /** For each fold of the images at full size, a model fitted to all other images. */
    static List<CostModel> foldModels(Anatomy anatomy, List<LabelledImage> images, List<LabelledImage> full) {
        List<CostModel> models = new ArrayList<>();
        for (int fold = 0; fold <= Learning.fold(full.size() - 1, full.size()); fold++) {
            int own = fold;
            Set<String> heldOut = IntStream.range(0, full.size())
                    .filter(i -> Learning.fold(i, full.size()) == own)
                    .mapToObj(i -> full.get(i).evidence().id())
                    .collect(Collectors.toSet());
            models.add(new Fit(anatomy, OPTIONS)
                    .fit(
                            "fold",
                            images.stream()
                                    .filter(image ->
                                            !heldOut.contains(image.evidence().id()))
                                    .toList()));
        }
        return models;
    }

    private static List<CostModel> balanced(List<CostModel> models, CostModel balance) {
        return models.stream()
                .map(model -> model.withBalance(balance.kinds(), balance.poseCost()))
                .toList();
    }

    private static double goodness(CostModel balance, List<CostModel> models, List<LabelledImage> images) {
        List<CostModel> turned = balanced(models, balance);
        List<EvaluatedImage> evaluated = new ArrayList<>();
        for (int i = 0; i < images.size(); i++) {
            LabelledImage image = images.get(i);
            CostModel model = turned.get(Learning.fold(i, images.size()));
            evaluated.add(EvaluatedImage.of(
                    image.evidence(),
                    new OptimalGrouping(model, PeopleEvaluationTest.solver(0.003)).people(image.evidence()),
                    image.truth()));
        }
        double goodness = TuningMetric.F1.of(evaluated);
        System.out.printf(
                Locale.ROOT,
                "F1 %.2f, AP %.2f with pose cost %.1f, %s%n",
                100 * goodness,
                100 * TuningMetric.AP.of(evaluated),
                balance.poseCost(),
                balance.kinds());
        return goodness;
    }

    /** People of images by models not fitted to these, for the score. */
    static ScoredPeople scored(List<CostModel> models, List<LabelledImage> images) {
        return new ScoredPeople(images, models, PeopleEvaluationTest.solver(0.003));
    }

    /** Writes costs with a score of people, and with {@code -Djointly.plot=FILE} draws its reliability. */
    static void ship(CostModel fitted, ScoredPeople people) throws IOException {
        Calibration calibration = people.calibration();
        System.out.println("score of people, held out: " + calibration);
        CostModel model = PersonScoreFit.scored(fitted, people.fit().withWeakBelow(people.threshold()));
        System.out.println(model.personScore());
        Path file = Path.of("src/main/resources/dev/jointly/vision/cost", model.name() + ".costs.json");
        try (OutputStream out = Files.newOutputStream(file)) {
            CostModelWriter.write(model, Layout.PRETTY, out);
        }
        assertThat(CostModelReader.read(file)).isEqualTo(model);
        String plot = System.getProperty("jointly.plot");
        if (plot != null) {
            try (OutputStream out = Files.newOutputStream(Path.of(plot))) {
                ReliabilityPlot.write(Map.of("people", calibration), out);
            }
        }
    }
}
