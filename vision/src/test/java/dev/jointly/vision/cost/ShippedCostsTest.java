package dev.jointly.vision.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.io.Layout;
import dev.jointly.vision.RealData;
import dev.jointly.vision.cost.CostModel.Kind;
import dev.jointly.vision.cost.CostModel.Kinds;
import dev.jointly.vision.cost.Fit.Picture;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class ShippedCostsTest {
    private static final String NETWORK = "openpose-mobilenet";

    /** Found by hand on the training pictures; docs/evaluation.md tells how little the choice matters. */
    private static final Kinds BALANCE = new Kinds(new Kind(1, 1), new Kind(1, 2), new Kind(0.3, 1), new Kind(1, 0));

    private static final double POSE_COST = 2;

    @Test
    void thePersonOfTheNetworkHasCosts() {
        CostModel model = ShippedCosts.of(NETWORK).orElseThrow();
        assertThat(model.anatomy().parts()).isEqualTo(RealData.PERSON);
        assertThat(model.name()).isEqualTo(NETWORK);
        assertThat(ShippedCosts.of("no-such-network")).isEmpty();
    }

    /** On one picture in five of train2017, with a model fitted to the others. */
    @Test
    void probabilitiesHoldOnPicturesNotSeen() {
        List<Picture> pictures = TrainingPictures.train();
        Fit fit = new Fit(RealData.person("neck", "nose", "r-hip"), Fit.Options.defaults());
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
        assertThat(calibration.keySet()).containsExactly("unary", "limb", "reach", "twin");
        assertThat(calibration)
                .hasEntrySatisfying("limb", c -> assertThat(c.auc()).isGreaterThan(0.95))
                .hasEntrySatisfying("reach", c -> assertThat(c.auc()).isGreaterThan(0.9));
    }

    /** Writes the resource anew: {@code mvn -pl vision -am test -Dtest=ShippedCostsTest -Djointly.ship=true}. */
    @Test
    @EnabledIfSystemProperty(named = "jointly.ship", matches = "true", disabledReason = "only to ship new costs")
    void ship() throws IOException {
        Fit fit = new Fit(RealData.person("neck", "nose", "r-hip"), Fit.Options.defaults());
        CostModel model = fit.fit(NETWORK, TrainingPictures.train()).withBalance(BALANCE, POSE_COST);
        Path file = Path.of("src/main/resources/dev/jointly/vision/cost", NETWORK + ".costs.json");
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            CostModelWriter.write(model, Layout.PRETTY, out);
        }
        assertThat(CostModelReader.read(file)).isEqualTo(model);
    }
}
