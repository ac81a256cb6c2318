package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.vision.fixture.TinyNetworks;
import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    /** Stride 4, sides a multiple of 4, long side 160: 16 cells are 64 pixels. */
    private static Placement of(int width, int height, String... replacements) {
        String text = TinyNetworks.CARD;
        for (int i = 0; i < replacements.length; i += 2) {
            assertThat(text).contains(replacements[i]);
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        ModelCard card = ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8)));
        return Placement.of(card, width, height);
    }

    @Test
    void anOrdinaryImageFillsWhatIsShown() {
        assertThat(of(320, 200)).isEqualTo(new Placement(160, 100, 0, 0, 160, 100));
        // 603 becomes 160 and 301 becomes 79.9, rounded to a multiple of 4
        assertThat(of(301, 603)).isEqualTo(new Placement(80, 160, 0, 0, 80, 160));
        assertThat(of(16, 16)).isEqualTo(new Placement(160, 160, 0, 0, 160, 160));
    }

    @Test
    void aShortSideIsPaddedEquallyOnBothEnds() {
        // 3200 x 320 is shown as 160 x 16, with 24 rows above and 24 below
        assertThat(of(3200, 320)).isEqualTo(new Placement(160, 64, 0, 24, 160, 16));
        assertThat(of(320, 3200)).isEqualTo(new Placement(64, 160, 24, 0, 16, 160));
        // 20 / 3000 of 160 is 1.07 pixels; 16 / 100000 is none, and one is shown
        assertThat(of(3000, 20)).isEqualTo(new Placement(160, 64, 0, 31, 160, 1));
        assertThat(of(100_000, 16)).isEqualTo(new Placement(160, 64, 0, 31, 160, 1));
    }

    @ParameterizedTest
    @CsvSource({"3000, 20", "20, 3000", "1000, 100", "640, 200", "640, 250", "100, 1234", "999, 1000", "16, 6000000"})
    void proportionsAreKeptToHalfAMultiple(int width, int height) {
        Placement placement = of(width, height);
        double scale = 160.0 / Math.max(width, height);
        assertThat(placement.imageWidth()).isPositive().isCloseTo((int) (width * scale), within(2));
        assertThat(placement.imageHeight()).isPositive().isCloseTo((int) (height * scale), within(2));
        assertThat(placement.width()).isBetween(64, 160);
        assertThat(placement.height()).isBetween(64, 160);
        assertThat(placement.width() % 4 + placement.height() % 4).isZero();
        assertThat(placement.left() + placement.imageWidth()).isLessThanOrEqualTo(placement.width());
        assertThat(placement.top() + placement.imageHeight()).isLessThanOrEqualTo(placement.height());
    }

    @Test
    void thePaddedSideIsAMultipleAndNotLongerThanTheLongSide() {
        // 64 pixels is no multiple of 40
        assertThat(of(3200, 320, "\"multipleOf\": 4", "\"multipleOf\": 40").height())
                .isEqualTo(80);
        assertThat(of(3200, 320, "\"longSide\": 160", "\"longSide\": 32"))
                .isEqualTo(new Placement(32, 32, 0, 14, 32, 3));
    }
}
