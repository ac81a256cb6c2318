package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Layout;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.CostModelWriter;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.cost.TrainingImages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Learns the shipped costs anew, from train2017 alone: {@code mvn ... -Dlane=full -Dtest=ShippingTest
 * -Djointly.ship=true}.
 */
@Tag("slow")
class ShippingTest {
    private static final String NETWORK = "openpose-mobilenet";

    @Test
    @EnabledIfSystemProperty(named = "jointly.ship", matches = "true", disabledReason = "only to ship new costs")
    void ship() throws IOException {
        Anatomy anatomy = ShippedCosts.of(NETWORK).orElseThrow().anatomy();
        CostModel model = new Learning(anatomy, PeopleEvaluationTest.solver(0.003), ShippingTest::print)
                .learn(NETWORK, TrainingImages.train());
        Path file = Path.of("src/main/resources/dev/jointly/vision/cost", NETWORK + ".costs.json");
        try (OutputStream out = Files.newOutputStream(file)) {
            CostModelWriter.write(model, Layout.PRETTY, out);
        }
        assertThat(CostModelReader.read(file)).isEqualTo(model);
    }

    private static void print(double tolerance, CostModel model, double goodness) {
        System.out.printf(
                Locale.ROOT,
                "AP %.2f with tolerance %.2f, pose cost %.1f, %s%n",
                100 * goodness,
                tolerance,
                model.poseCost(),
                model.kinds());
    }
}
