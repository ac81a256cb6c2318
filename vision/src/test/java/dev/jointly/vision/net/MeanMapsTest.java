package dev.jointly.vision.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.vision.net.Decoder.Mirror;
import dev.jointly.vision.net.Network.MeanMaps;
import org.junit.jupiter.api.Test;

/** Views of a photo of 80 x 40 pixels whose maps are known: linear in the place, so that every mean is exact. */
class MeanMapsTest {
    private static final int WIDTH = 80;
    private static final int HEIGHT = 40;

    /** The first channel rises to the right, the second downwards. */
    private static double truth(int channel, double x, double y) {
        return channel == 0 ? 2 + 0.1 * x : 1 - 0.2 * y;
    }

    private static Cells cells(int cell) {
        return new Cells(cell, cell, 0.5, 0.5, WIDTH, HEIGHT);
    }

    /** What a view with cells of so many pixels gives; of a mirrored photo the channels are exchanged, the first negative. */
    private static Maps maps(int cell, boolean mirrored, double plus) {
        Maps maps = new Maps(2, WIDTH / cell, HEIGHT / cell);
        for (int y = 0; y < maps.height(); y++) {
            for (int x = 0; x < maps.width(); x++) {
                double photoX = cells(cell).x(x);
                double photoY = cells(cell).y(y);
                double realX = mirrored ? WIDTH - photoX : photoX;
                int at = y * maps.width() + x;
                maps.set(mirrored ? 1 : 0, at, (float) ((mirrored ? -1 : 1) * truth(0, realX, photoY) + plus));
                maps.set(mirrored ? 0 : 1, at, (float) truth(1, realX, photoY));
            }
        }
        return maps;
    }

    private static void assertMean(Maps mean, double plus) {
        // outside the middles of the border's cells maps are constant
        for (int y = 2; y < mean.height() - 2; y++) {
            for (int x = 2; x < mean.width() - 2; x++) {
                double photoX = cells(4).x(x);
                double photoY = cells(4).y(y);
                assertThat(mean.at(0, x, y)).isCloseTo((float) (truth(0, photoX, photoY) + plus), within(1e-4f));
                assertThat(mean.at(1, x, y)).isCloseTo((float) truth(1, photoX, photoY), within(1e-4f));
            }
        }
    }

    @Test
    void coarserViewsAreReadBetweenTheirCells() {
        MeanMaps mean = new MeanMaps(2, WIDTH / 4, HEIGHT / 4, cells(4));
        mean.add(maps(4, false, 0), cells(4));
        mean.add(maps(8, false, 0.6), cells(8));
        assertMean(mean.mean(), 0.3);
    }

    @Test
    void mirroredViewsAreTurnedBack() {
        MeanMaps mean = new MeanMaps(2, WIDTH / 4, HEIGHT / 4, cells(4));
        Mirror mirror = Mirror.same(2);
        mirror.set(0, 1, -1);
        mirror.set(1, 0, 1);
        mean.add(maps(4, false, 0), cells(4));
        mean.addMirrored(maps(4, true, 0.6), cells(4), mirror);
        mean.addMirrored(maps(8, true, 0), cells(8), mirror);
        assertMean(mean.mean(), -0.2);
    }
}
