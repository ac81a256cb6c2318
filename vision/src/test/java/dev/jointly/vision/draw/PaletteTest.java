package dev.jointly.vision.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every two colours differ, also for eyes that lack one kind of cone. */
class PaletteTest {
    /** What such eyes make of linear red, green and blue: Machado, Oliveira and Fernandes (2009), severity 1. */
    enum Eyes {
        NORMAL(1, 0, 0, 0, 1, 0, 0, 0, 1),
        PROTANOPE(0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
        DEUTERANOPE(0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
        TRITANOPE(1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900);

        @SuppressWarnings("ImmutableEnumChecker") // never written
        private final double[] matrix;

        Eyes(double... matrix) {
            this.matrix = matrix;
        }

        double[] lab(Color colour) {
            double[] rgb = {linear(colour.getRed()), linear(colour.getGreen()), linear(colour.getBlue())};
            double[] seen = new double[3];
            for (int i = 0; i < 3; i++) {
                double value = matrix[3 * i] * rgb[0] + matrix[3 * i + 1] * rgb[1] + matrix[3 * i + 2] * rgb[2];
                seen[i] = Math.max(0, Math.min(1, value));
            }
            double x = root((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
            double y = root(0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
            double z = root((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);
            return new double[] {116 * y - 16, 500 * (x - y), 200 * (y - z)};
        }

        private static double linear(int value) {
            double c = value / 255.0;
            return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
        }

        private static double root(double t) {
            return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116.0;
        }
    }

    @ParameterizedTest
    @EnumSource(Eyes.class)
    void everyTwoColoursDiffer(Eyes eyes) {
        for (int i = 0; i < Overlay.COLOURS.size(); i++) {
            for (int j = 0; j < i; j++) {
                double[] a = eyes.lab(Overlay.COLOURS.get(i));
                double[] b = eyes.lab(Overlay.COLOURS.get(j));
                assertThat(Math.hypot(Math.hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]))
                        .as("%d and %d", i, j)
                        .isGreaterThan(30);
            }
        }
    }

    @Test
    void everyTwoHuesDifferAndNoneIsGreyOrFaint() {
        assertThat(Overlay.COLOURS).hasSize(8);
        for (int i = 0; i < Overlay.COLOURS.size(); i++) {
            double[] a = Eyes.NORMAL.lab(Overlay.COLOURS.get(i));
            assertThat(a[0]).as("lightness of %d", i).isBetween(35.0, 85.0);
            assertThat(Math.hypot(a[1], a[2])).as("chroma of %d", i).isGreaterThan(40);
            for (int j = 0; j < i; j++) {
                double[] b = Eyes.NORMAL.lab(Overlay.COLOURS.get(j));
                double turn = Math.toDegrees(Math.abs(Math.atan2(a[2], a[1]) - Math.atan2(b[2], b[1])));
                assertThat(Math.min(turn, 360 - turn)).as("%d and %d", i, j).isGreaterThan(27);
            }
        }
    }
}
