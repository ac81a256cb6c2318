package dev.jointly.vision.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.io.fixture.HumanDetections;
import dev.jointly.vision.cost.Fit.LabelledImage;
import dev.jointly.vision.draw.ReliabilityPlot;
import dev.jointly.vision.net.ModelCard;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShippedCostsTest {
    private static final String NETWORK = "openpose-mobilenet";

    @Test
    void thePersonOfTheNetworkHasCosts() {
        CostModel model = ShippedCosts.of(NETWORK).orElseThrow();
        assertThat(model.anatomy().parts()).isEqualTo(HumanDetections.PARTS);
        assertThat(model.name()).isEqualTo(NETWORK);
        assertThat(ShippedCosts.of("no-such-network")).isEmpty();
    }

    @Test
    void everyNetworkThatCanBeInstalledHasCostsForItsParts() {
        for (String name : ModelStore.SHIPPED) {
            ModelCard card = ModelStore.ofUser().named(name).card();
            ShippedCosts.of(name).orElseThrow().requireFits("costs", name, card.partNames(), true);
        }
    }

    /** On one image in five of train2017, with a model fitted to the others; -Djointly.plot=FILE draws it. */
    @Test
    void probabilitiesHoldOnHeldOutImages() throws IOException {
        List<LabelledImage> images = TrainingImages.train();
        Fit fit = new Fit(ShippedCosts.of(NETWORK).orElseThrow().anatomy(), Fit.Options.defaults());
        List<LabelledImage> held = IntStream.range(0, images.size())
                .filter(i -> i % 5 == 0)
                .mapToObj(images::get)
                .toList();
        List<LabelledImage> rest = IntStream.range(0, images.size())
                .filter(i -> i % 5 != 0)
                .mapToObj(images::get)
                .toList();
        Map<String, Calibration> calibration = fit.calibration(fit.fit("held out", rest), held);
        calibration.forEach((kind, c) -> System.out.printf(
                "%-6s %6d examples, log loss %.4f, AUC %.4f%n", kind, c.examples(), c.logLoss(), c.auc()));
        calibration.forEach((kind, c) -> c.reliability()
                .forEach(bin -> System.out.printf(
                        "%-6s %6d  said %.3f  was %.3f%n", kind, bin.examples(), bin.mean(), bin.share())));
        String plot = System.getProperty("jointly.plot");
        if (plot != null) {
            try (OutputStream out = Files.newOutputStream(Path.of(plot))) {
                ReliabilityPlot.write(calibration, out);
            }
        }
        assertThat(calibration.keySet()).containsExactly("unary", "limb", "reach", "twin");
        assertThat(calibration)
                .hasEntrySatisfying("limb", c -> assertThat(c.auc()).isGreaterThan(0.95))
                .hasEntrySatisfying("reach", c -> assertThat(c.auc()).isGreaterThan(0.9));
    }
}
