package dev.jointly.vision.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.io.fixture.HumanDetections;
import dev.jointly.vision.cost.Fit.Picture;
import dev.jointly.vision.draw.ReliabilityPlot;
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

    /** On one picture in five of train2017, with a model fitted to the others; -Djointly.plot=FILE draws it. */
    @Test
    void probabilitiesHoldOnPicturesNotSeen() throws IOException {
        List<Picture> pictures = TrainingPictures.train();
        Fit fit = new Fit(ShippedCosts.of(NETWORK).orElseThrow().anatomy(), Fit.Options.defaults());
        List<Picture> held = IntStream.range(0, pictures.size())
                .filter(i -> i % 5 == 0)
                .mapToObj(pictures::get)
                .toList();
        List<Picture> rest = IntStream.range(0, pictures.size())
                .filter(i -> i % 5 != 0)
                .mapToObj(pictures::get)
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
