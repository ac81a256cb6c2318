package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence;
import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.Photos;
import dev.jointly.vision.fixture.TinyNetworks;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The network detects colours: the first part is red, the second green, and blue is a field that points up. */
class ViewsTest {
    private static final Views FLIPPED = new Views(true, List.of(1.0));

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
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        return ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    private Evidence detect(ModelCard card, Views views, BufferedImage photo) {
        try (Network network = Network.open(card, file, Execution.cpu(1), views)) {
            return network.detect("id", "photo.png", photo);
        }
    }

    private static void at(Candidate candidate, int part, double x, double y, double score) {
        assertThat(candidate.part()).isEqualTo(part);
        assertThat(candidate.x()).isCloseTo(x, within(1.0));
        assertThat(candidate.y()).isCloseTo(y, within(1.0));
        assertThat(candidate.score()).isCloseTo(score, within(0.06));
    }

    /** Widths that are the network's, no multiple of a cell, and so narrow that the image is padded. */
    @ParameterizedTest
    @CsvSource({"160, 120", "301, 211", "40, 160"})
    void inAMirrorPartsOfNoSideStay(int width, int height) {
        double size = Math.max(width, height) / 160.0;
        BufferedImage photo = Photos.plain(width, height, Color.BLACK);
        Photos.dot(photo, 0.3 * width, 0.6 * height, 9 * size, Color.RED);
        List<Candidate> plain = detect(card(), Views.ONE, photo).candidates();
        List<Candidate> flipped = detect(card(), FLIPPED, photo).candidates();
        assertThat(flipped).hasSize(1);
        assertThat(flipped.get(0).x()).isCloseTo(plain.get(0).x(), within(size));
        assertThat(flipped.get(0).y()).isCloseTo(plain.get(0).y(), within(size));
        assertThat(flipped.get(0).score()).isCloseTo(plain.get(0).score(), within(0.1));
    }

    @Test
    void inAMirrorLeftIsRight() {
        // the network knows a left hand by its colour, whatever side it is on: in the mirror it counts as a right one
        ModelCard hands = card("\"neck\"", "\"l-hand\"", "\"head\"", "\"r-hand\"");
        BufferedImage photo = Photos.plain(160, 160, Color.BLACK);
        Photos.dot(photo, 42, 82, 9, Color.RED);
        List<Candidate> found = detect(hands, FLIPPED, photo).candidates();
        assertThat(found).hasSize(2);
        at(found.get(0), 0, 42, 82, 0.5);
        at(found.get(1), 1, 42, 82, 0.5);
    }

    @Test
    void fieldsPointTheOtherWayAlongX() {
        BufferedImage photo = Photos.plain(160, 160, Color.BLUE);
        Photos.dot(photo, 42, 82, 6, Color.RED);
        Photos.dot(photo, 110, 82, 6, Color.GREEN);
        // blue as the component along x, pointing left: the network contradicts itself in the mirror
        ModelCard sideways = card("\"x\": 2, \"y\": 3", "\"x\": 3, \"y\": 2");
        assertThat(affinity(detect(sideways, Views.ONE, photo))).isCloseTo(-1, within(0.05));
        assertThat(affinity(detect(sideways, FLIPPED, photo))).isCloseTo(0, within(0.05));
        // along y it does not
        BufferedImage upright = Photos.plain(160, 160, Color.BLUE);
        Photos.dot(upright, 82, 110, 6, Color.RED);
        Photos.dot(upright, 82, 42, 6, Color.GREEN);
        assertThat(affinity(detect(card(), FLIPPED, upright))).isCloseTo(1, within(0.05));
    }

    private static double affinity(Evidence evidence) {
        return evidence.edges().get(0).affinity()[0][0];
    }

    @Test
    void channelsOfAMirror() {
        String parts = "\"parts\": [{\"name\": \"nose\", \"channel\": 4}, {\"name\": \"l-hip\", \"channel\": 0},"
                + " {\"name\": \"r-hip\", \"channel\": 1}]";
        // from the nose to the left hip, but from the right hip to the nose
        String fields = "\"affinities\": [{\"parts\": [\"nose\", \"l-hip\"], \"x\": 2, \"y\": 3},"
                + " {\"parts\": [\"r-hip\", \"nose\"], \"x\": 6, \"y\": 5}]";
        String text = TinyNetworks.CARD
                .replaceAll("\"parts\": \\[\\{.*\\}\\],\n *\"affin", parts + ",\n\"affin")
                .replaceAll("\"affinities\": .*\\],\n *\"anatomy", fields + ",\n\"anatomy")
                .replaceAll(
                        "\"anatomy\": .*\\}\\}",
                        "\"anatomy\": {\"majors\": [\"nose\"], \"limbs\":"
                                + " [[\"nose\", \"l-hip\"], [\"nose\", \"r-hip\"]]}}")
                .replace("\"channels\": 4", "\"channels\": 8");
        ModelCard card = ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8)));
        Decoder.Mirror mirror = card.decoder().mirror(card).orElseThrow();
        // hips change places; against its direction a field's x keeps its sign and its y does not
        assertThat(mirror.source()).containsExactly(1, 0, 6, 5, 4, 3, 2, 7);
        assertThat(mirror.sign()).containsExactly(1, 1, 1, -1, 1, -1, 1, 1);
    }

    @Test
    void aFieldWithoutAMirrorImageCannotBeFlipped() {
        ModelCard oneSide = card("\"head\"", "\"l-hand\"");
        assertThat(oneSide.decoder().mirror(oneSide)).isPresent();
        ModelCard both = card(
                "{\"name\": \"head\", \"channel\": 1}",
                "{\"name\": \"l-hand\", \"channel\": 1}, {\"name\": \"r-hand\", \"channel\": 2}",
                "\"head\"",
                "\"l-hand\"",
                "\"limbs\": [",
                "\"limbs\": [[\"neck\", \"r-hand\"], ");
        assertThatThrownBy(() -> Network.open(both, file, Execution.cpu(1), FLIPPED))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has a field without a mirror image");
    }

    @Test
    void twoScalesAreAveraged() {
        BufferedImage photo = Photos.plain(160, 160, Color.BLACK);
        Photos.dot(photo, 44, 84, 4, Color.RED);
        double whole = detect(card(), Views.ONE, photo).candidates().get(0).score();
        double half = detect(card(), new Views(false, List.of(0.5)), photo)
                .candidates()
                .get(0)
                .score();
        List<Candidate> both =
                detect(card(), new Views(false, List.of(1.0, 0.5)), photo).candidates();
        assertThat(both).hasSize(1);
        assertThat(both.get(0).x()).isCloseTo(44, within(1.0));
        assertThat(both.get(0).y()).isCloseTo(84, within(1.0));
        // between cells the coarse view says less than at its peak
        assertThat(both.get(0).score()).isLessThan((whole + half) / 2 + 0.01).isGreaterThan(whole / 2);
    }

    @Test
    void placesAreTheSameAtAnyScale() {
        BufferedImage photo = Photos.plain(303, 207, Color.BLACK);
        Photos.dot(photo, 250, 40, 24, Color.RED);
        for (List<Double> scales : List.of(List.of(1.0), List.of(0.5), List.of(2.0, 0.5), List.of(0.7, 1.3))) {
            List<Candidate> found =
                    detect(card(), new Views(true, scales), photo).candidates();
            assertThat(found).as("scales %s", scales).hasSize(1);
            assertThat(found.get(0).x()).isCloseTo(250, within(2.0));
            assertThat(found.get(0).y()).isCloseTo(40, within(2.0));
        }
    }

    @Test
    void whatCannotBeDone() {
        ModelCard movenet = ModelStore.ofUser().named("movenet-multipose").card();
        assertThatThrownBy(() -> Network.open(movenet, file, Execution.cpu(1), FLIPPED))
                .isInstanceOf(BadInputException.class)
                .hasMessage("model movenet-multipose has maps that count in cells, which cannot be averaged over flips"
                        + " and scales");
        assertThatThrownBy(() -> Network.open(
                        card("\"longSide\": 160", "\"longSide\": 4000"),
                        file,
                        Execution.cpu(1),
                        new Views(false, List.of(1.0, 2.0))))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("long side 8000");
        assertThatThrownBy(() -> new Views(false, List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Views(false, List.of(Double.NaN))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anotherLongSideIsRoundedToWhatTheNetworkTakes() {
        assertThat(card().withLongSide(130).input().longSide()).isEqualTo(132);
        assertThat(card().withLongSide(1).input().longSide()).isEqualTo(4);
        assertThatThrownBy(() -> card().withLongSide(5000)).isInstanceOf(IllegalArgumentException.class);
    }
}
