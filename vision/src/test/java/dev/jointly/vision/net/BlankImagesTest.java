package dev.jointly.vision.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.io.fixture.RealData;
import dev.jointly.vision.fixture.Photos;
import java.awt.Color;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real network on images that show nothing. */
@Timeout(120)
class BlankImagesTest {
    private static final int[][] SIZES = {
        {3000, 20}, {20, 3000}, {16, 32}, {2000, 50}, {900, 60}, {100, 1000}, {640, 120}, {640, 160}, {20_000, 16}
    };

    @Test
    void nothingIsDetectedWhereNothingIs() {
        Path file = RealData.file("network/openpose-mobilenet-18.onnx");
        ModelCard card =
                new ModelStore(Path.of("nowhere")).named("openpose-mobilenet").card();
        try (Network network = Network.open(card, file, 2)) {
            for (int[] size : SIZES) {
                for (Color colour : new Color[] {Color.WHITE, new Color(200, 90, 40)}) {
                    assertThat(network.detect("blank", "blank.png", Photos.plain(size[0], size[1], colour))
                                    .candidates())
                            .as("%d x %d %s", size[0], size[1], colour)
                            .isEmpty();
                }
            }
        }
    }
}
