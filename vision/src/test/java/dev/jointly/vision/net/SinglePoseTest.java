package dev.jointly.vision.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.TinyNetworks;
import dev.jointly.vision.net.SinglePose.Joint;
import dev.jointly.vision.net.SinglePose.Square;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinglePoseTest {
    private static final int CENTRE = 17;
    private static final int REGRESSION = 18;
    private static final int OFFSET = 52;

    @TempDir
    Path dir;

    /** Sixteen by sixteen cells in which nothing is. */
    private static Maps nothing() {
        Maps maps = new Maps(86, 16, 16);
        for (int channel = 0; channel <= CENTRE; channel++) {
            for (int cell = 0; cell < 256; cell++) {
                maps.set(channel, cell, -20);
            }
        }
        return maps;
    }

    private static void set(Maps maps, int channel, int x, int y, double value) {
        maps.set(channel, 16 * y + x, (float) value);
    }

    @Test
    void jointsAreWhereTheCentreExpectsThem() {
        Maps maps = nothing();
        // two centres of the same score; that at (9, 8) is nearer to the middle, (8, 8)
        set(maps, CENTRE, 2, 2, 3);
        set(maps, CENTRE, 9, 8, 3);
        // it expects the left eye, joint 1, at (9 + 2, 8 - 5)
        set(maps, REGRESSION + 2, 9, 8, -5);
        set(maps, REGRESSION + 3, 9, 8, 2);
        // a better eye is there, but far away
        set(maps, 1, 1, 12, 5);
        set(maps, 1, 12, 3, 1);
        set(maps, OFFSET + 2, 12, 3, 0.25);
        set(maps, OFFSET + 3, 12, 3, 0.75);
        Joint eye = SinglePose.decode(maps).get(1);
        assertThat(eye.x()).isEqualTo(12.75);
        assertThat(eye.y()).isEqualTo(3.25);
        assertThat(eye.score()).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-9));
    }

    @Test
    void aFarJointWinsIfItIsMuchBetter() {
        Maps maps = nothing();
        set(maps, CENTRE, 8, 8, 3);
        // 0.5 / (0 + 1.8) against 0.88 / (1 + 1.8) and against 0.98 / (1 + 1.8)
        set(maps, 0, 8, 8, 0);
        set(maps, 0, 9, 8, 1);
        assertThat(SinglePose.decode(maps).get(0).x()).isEqualTo(8);
        set(maps, 0, 9, 8, 4);
        assertThat(SinglePose.decode(maps).get(0).x()).isEqualTo(9);
    }

    /** Inside the photo, over its corner, a small square, and one larger than the photo. */
    @ParameterizedTest
    @CsvSource({"100, 60, 128", "-40, -30, 256", "150, 100, 32", "-60, -100, 400"})
    void jointsAreInThePhotoNotInTheSquare(int left, int top, int side) throws IOException {
        Path file = dir.resolve("red.onnx");
        TinyNetworks.writeSinglePose(file);
        BufferedImage photo = Photos.plain(300, 200, Color.BLUE);
        Photos.dot(photo, 160, 110, side / 50.0, Color.RED);
        try (SinglePose network = SinglePose.open(file, Execution.cpu(1))) {
            List<Joint> joints = network.look(photo, new Square(left, top, side));
            assertThat(joints).hasSize(17);
            // a cell is a 64th of the square; of several with nearly the same score that nearest to the middle wins
            double cell = side / 64.0;
            assertThat(joints.get(0).x()).isCloseTo(160, within(2 * cell));
            assertThat(joints.get(0).y()).isCloseTo(110, within(2 * cell));
            assertThat(joints.get(0).score()).isGreaterThan(0.6);
            assertThatThrownBy(() -> network.look(photo, new Square(300, 0, 50)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
