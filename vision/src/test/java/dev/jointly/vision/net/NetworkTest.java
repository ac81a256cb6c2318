package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.TinyNetworks;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class NetworkTest {
    @TempDir
    Path dir;

    private Path file = Path.of("");

    @BeforeEach
    void colours() throws IOException {
        file = dir.resolve("colours.onnx");
        TinyNetworks.write(file);
    }

    private static ModelCard card(String... replacements) {
        String text = TinyNetworks.CARD;
        for (int i = 0; i < replacements.length; i += 2) {
            assertThat(text).contains(replacements[i]);
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        return ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    private Evidence detect(ModelCard card, BufferedImage photo) {
        try (Network network = Network.open(card, file, 1)) {
            return network.detect("id", "photo.png", photo);
        }
    }

    /** Photos of the size shown, twice as large, smaller, and upright with sides that are no multiples. */
    @ParameterizedTest
    @CsvSource({"160, 80, 1", "320, 160, 2", "80, 40, 0.5", "301, 603, 3"})
    void dotsAreFoundWhereTheyAreInThePhoto(int width, int height, double size) {
        BufferedImage photo = Photos.plain(width, height, Color.BLUE);
        double[] neck = {0.4 * width + 0.3 * size, 0.75 * height - 0.7 * size};
        double[] head = {0.4 * width + 0.3 * size, 0.25 * height + 0.4 * size};
        Photos.dot(photo, neck[0], neck[1], 7 * size, Color.RED);
        Photos.dot(photo, head[0], head[1], 7 * size, Color.GREEN);
        Evidence seen = detect(card(), photo);
        assertThat(seen.parts()).containsExactly("neck", "head");
        assertThat(seen.candidates()).hasSize(2);
        assertPlace(seen.candidates().get(0), 0, neck, 0.5 * size);
        assertPlace(seen.candidates().get(1), 1, head, 0.5 * size);
        assertThat(seen.candidates().get(0).score()).isBetween(0.85, 1.0);
        // straight up, through blue
        assertThat(seen.edges().get(0).affinity()[0][0]).isCloseTo(1, within(0.02));
    }

    /** Strips are padded for the network; in the image everything stays where it is. */
    @ParameterizedTest
    @CsvSource({"1600, 160", "160, 1600", "3200, 240"})
    void dotsInStripsAreFoundWhereTheyAre(int width, int height) {
        BufferedImage photo = Photos.plain(width, height, Color.BLACK);
        double size = Math.max(width, height) / 160.0;
        double[] neck = {0.3 * width, 0.5 * height};
        double[] head = {0.7 * width, 0.55 * height};
        Photos.dot(photo, neck[0], neck[1], 4 * size, Color.RED);
        Photos.dot(photo, head[0], head[1], 4 * size, Color.GREEN);
        Evidence seen = detect(card(), photo);
        assertThat(seen.candidates()).hasSize(2);
        assertPlace(seen.candidates().get(0), 0, neck, size);
        assertPlace(seen.candidates().get(1), 1, head, size);
    }

    @Test
    void nobodyIsFoundInThePadding() {
        // plain red is red in the padding too, where its first peak is
        Evidence seen = detect(card(), Photos.plain(1600, 40, Color.RED));
        assertThat(seen.candidates()).isEmpty();
        assertThat(detect(card(), Photos.plain(160, 160, Color.RED)).candidates())
                .isNotEmpty();
    }

    private static void assertPlace(Evidence.Candidate candidate, int part, double[] place, double tolerance) {
        assertThat(candidate.part()).isEqualTo(part);
        assertThat(candidate.x()).isCloseTo(place[0], within(tolerance));
        assertThat(candidate.y()).isCloseTo(place[1], within(tolerance));
    }

    @Test
    void affinityIsTheFieldAlongTheSegment() {
        BufferedImage photo = Photos.plain(160, 160, Color.BLUE);
        Photos.dot(photo, 40, 120, 6, Color.RED);
        // up, sideways, down, and up at 45 degrees
        Photos.dot(photo, 40, 40, 6, Color.GREEN);
        Photos.dot(photo, 120, 120, 6, Color.GREEN);
        Photos.dot(photo, 40, 150, 6, Color.GREEN);
        Photos.dot(photo, 110, 50, 6, Color.GREEN);
        Evidence seen = detect(card(), photo);
        assertThat(seen.edges()).hasSize(1);
        double[] affinity = seen.edges().get(0).affinity()[0];
        for (int i = 0; i < affinity.length; i++) {
            Evidence.Candidate neck = seen.candidates().get(0);
            Evidence.Candidate head = seen.candidates().get(1 + i);
            double rise = (neck.y() - head.y()) / Math.hypot(neck.x() - head.x(), neck.y() - head.y());
            assertThat(affinity[i]).isCloseTo(rise, within(0.02));
        }
        assertThat(affinity).hasSize(4);
        // the field is the same everywhere: it points along all of a segment or nowhere, and is nowhere less than on
        // average
        double[] share = seen.edges().get(0).share()[0];
        double[] least = seen.edges().get(0).least()[0];
        for (int i = 0; i < least.length; i++) {
            assertThat(share[i]).isEqualTo(affinity[i] > 0.05 ? 1 : 0);
            assertThat(least[i]).isCloseTo(affinity[i], within(0.05));
        }
    }

    @Test
    void neighboursAreNotSuppressed() {
        BufferedImage photo = Photos.plain(160, 160, Color.BLACK);
        Photos.dot(photo, 60, 82, 5, Color.RED);
        Photos.dot(photo, 76, 82, 5, new Color(140, 0, 0));
        List<Evidence.Candidate> seen = detect(card(), photo).candidates();
        assertThat(seen).hasSize(2);
        assertThat(seen.get(1).score()).isLessThan(seen.get(0).score());
    }

    @Test
    void colourOrderLayoutMeanAndScaleAreTheCards() {
        BufferedImage photo = Photos.plain(160, 160, Color.BLACK);
        Photos.dot(photo, 60, 80, 9, Color.RED);
        // shown as blue, green, red the red dot is in the channel that the network takes for blue
        assertThat(detect(card("\"RGB\"", "\"BGR\""), photo).candidates()).isEmpty();
        // (255 - 200) / 255 is above 0.1, (0 - 200) / 255 is not
        ModelCard dimmed = card("\"mean\": [0, 0, 0]", "\"mean\": [200, 0, 0]");
        assertThat(detect(dimmed, photo).candidates().get(0).score()).isCloseTo(55 / 255.0, within(0.03));
        ModelCard doubled = card("\"scale\": [0.00392156862745098", "\"scale\": [0.00196078431372549");
        assertThat(detect(doubled, photo).candidates().get(0).score()).isCloseTo(0.5, within(0.03));
    }

    @Test
    void noiseCannotGrowWithoutBound() {
        BufferedImage photo = Photos.plain(640, 640, Color.BLACK);
        for (int y = 8; y < 640; y += 16) {
            for (int x = 8; x < 640; x += 16) {
                photo.setRGB(x, y, Color.RED.getRGB());
            }
        }
        ModelCard card = card("\"longSide\": 160", "\"longSide\": 640", "\"threshold\": 0.1", "\"threshold\": 0.01");
        assertThat(detect(card, photo).candidates()).hasSize(Peaks.MOST);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"channels\": 4 | \"channels\": 5 | gives 4 channels but the card of colours says 5",
                "\"stride\": 4 | \"stride\": 2 | but the card says NCHW and stride 2, so expected [1, 4, 80, 80]",
                "\"stride\": 4 | \"stride\": 4, \"names\": [\"heat\"] | has the outputs [seen] but the card says \"heat\"",
                "\"layout\": \"NCHW\", \"stride\" | \"layout\": \"NHWC\", \"stride\" | [1, 4, 40, 40] but the card says NHWC",
                "\"layout\": \"NCHW\", \"colours\" | \"layout\": \"NHWC\", \"colours\" | 3 channels as NHWC",
            })
    void aNetworkThatIsNotWhatTheCardSays(String right, String wrong, String complaint) {
        assertThatThrownBy(() -> detect(card(right, wrong), Photos.plain(160, 160, Color.RED)))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(complaint);
    }

    @Test
    void whatIsNoNetwork() throws IOException {
        Files.writeString(file, "this is no network");
        assertThatThrownBy(() -> Network.open(card(), file, 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(file + ": is not a network that can be run: ");
        Files.delete(file);
        assertThatThrownBy(() -> Network.open(card(), file, 1))
                .isInstanceOf(BadInputException.class)
                .hasMessage(file + ": no such file; expected the network of model colours");
    }

    @Test
    void numbersThatAreNotFinite() throws IOException {
        TinyNetworks.write(file, 4, new float[][] {{1, 0, 0}, {0, Float.POSITIVE_INFINITY, 0}, {0, 0, 0}, {0, 0, 1}});
        assertThatThrownBy(() -> detect(card(), Photos.plain(160, 160, Color.WHITE)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("in channel 1 of \"seen\" but expected finite numbers");
    }
}
