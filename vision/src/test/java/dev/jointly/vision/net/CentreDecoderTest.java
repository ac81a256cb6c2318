package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.net.CentreDecoder.ExpectedPerson;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** People of a centre, a head and a hand, in maps made by hand. */
class CentreDecoderTest {
    /** Channels: 0 to 2 the maps, 3 and 4 the box, 5 and 6 its offset, then regressions and offsets, y before x. */
    private static final String CARD = """
            {"format": "jointly/model@1", "name": "centres", "network": "centres.onnx",
             "input": {"layout": "NCHW", "colours": "RGB", "mean": [0, 0, 0], "scale": [1, 1, 1],
                       "multipleOf": 32, "longSide": 640},
             "output": {"layout": "NCHW", "stride": 4, "channels": 15},
             "threshold": 0.2,
             "decoder": {"centres": {
               "centre": {"part": "middle", "box": [4, 3], "offset": [6, 5]},
               "joints": [{"part": "head", "regression": [8, 7], "offset": [12, 11]},
                          {"part": "hand", "regression": [10, 9], "offset": [14, 13]}]}},
             "parts": [{"name": "middle", "channel": 0}, {"name": "head", "channel": 1}, {"name": "hand", "channel": 2}],
             "anatomy": {"majors": ["middle"], "limbs": [["middle", "head"], ["head", "hand"]]}}
            """;

    private static final int WIDTH = 20;
    private static final int HEIGHT = 16;

    @TempDir
    Path dir;

    private static ModelCard read(String text) {
        return ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    private static Maps maps() {
        Maps maps = new Maps(15, WIDTH, HEIGHT);
        for (int channel = 0; channel < 3; channel++) {
            for (int cell = 0; cell < WIDTH * HEIGHT; cell++) {
                maps.set(channel, cell, -10);
            }
        }
        return maps;
    }

    private static void set(Maps maps, int x, int y, Object... channelsAndValues) {
        for (int i = 0; i < channelsAndValues.length; i += 2) {
            maps.set((int) channelsAndValues[i], y * WIDTH + x, ((Number) channelsAndValues[i + 1]).floatValue());
        }
    }

    /** A photo of twice the size at which it is shown: a cell is 8 x 8 pixels. */
    private static Decoder.Found decode(Maps maps) {
        ModelCard card = read(CARD);
        Placement placement = new Placement(4 * WIDTH, 4 * HEIGHT, 0, 0, 4 * WIDTH, 4 * HEIGHT);
        return card.decoder().decode(card, maps, Cells.of(placement, 4, 8 * WIDTH, 8 * HEIGHT));
    }

    @Test
    void placesScoresAndAffinities() {
        Maps maps = maps();
        // a centre in cell 5, 6 of even odds, with a box of 4 x 9 cells; its head is 2 up and 1 right of the cell
        set(maps, 5, 6, 0, 0, 4, 4, 3, 9, 6, 0.25, 5, 0.75, 8, 1, 7, -2, 10, -3, 9, 1);
        // a head in cell 6, 4 with the odds of e, half a cell to the right; a hand that is 3 cells too low
        set(maps, 6, 4, 1, 1, 12, 0.5, 11, 0);
        set(maps, 2, 10, 2, 2);
        Decoder.Found found = decode(maps);
        assertThat(found.candidates())
                .containsExactly(
                        new Evidence.Candidate(0, 8 * 5.25, 8 * 6.75, 0.5),
                        new Evidence.Candidate(1, 8 * 6.5, 8 * 4, (float) (1 / (1 + Math.exp(-1)))),
                        new Evidence.Candidate(2, 8 * 2, 8 * 10, (float) (1 / (1 + Math.exp(-2)))));
        // the box's size is 6 cells, a tenth of it 0.6; the head is 0.5 off, the hand 3
        assertThat(found.edges()).hasSize(3);
        assertThat(affinity(found, 0, 1)[0][0]).isCloseTo(0.6 / 1.1, within(1e-6));
        assertThat(affinity(found, 0, 2)[0][0]).isCloseTo(0.6 / 3.6, within(1e-6));
        // a limb is as good as its worse end
        assertThat(affinity(found, 1, 2)[0][0]).isCloseTo(0.6 / 3.6, within(1e-6));
    }

    @Test
    void aLimbNeedsOneCentreForBothEnds() {
        Maps maps = maps();
        // two centres with boxes of 5 x 5; each expects head and hand in its own cell
        set(maps, 3, 3, 0, 1, 4, 5, 3, 5);
        set(maps, 13, 3, 0, 1, 4, 5, 3, 5);
        set(maps, 3, 3, 1, 1);
        set(maps, 13, 3, 2, 1);
        Decoder.Found found = decode(maps);
        assertThat(affinity(found, 0, 1)).isDeepEqualTo(new double[][] {{1}, {0.5 / 10.5}});
        assertThat(affinity(found, 1, 2)).isDeepEqualTo(new double[][] {{0.5 / 10.5}});
    }

    @Test
    void withoutACentreThereIsNobody() {
        Maps maps = maps();
        set(maps, 3, 3, 1, 1);
        set(maps, 4, 9, 2, 1);
        Decoder.Found found = decode(maps);
        assertThat(found.candidates()).isEmpty();
        assertThat(affinity(found, 1, 2)).isEmpty();
    }

    @Test
    void ofTwoCentresThatExpectTheSamePersonTheBetterIsKept() {
        Maps maps = maps();
        // boxes of 10 x 10; both expect the head in cell 8, 2, the hand in cell 4, 8 and one cell beside it: likeness
        // 0.75
        set(maps, 5, 6, 0, 1, 4, 10, 3, 10, 8, 3, 7, -4, 10, -1, 9, 2);
        set(maps, 9, 7, 0, 2, 4, 10, 3, 10, 8, -1, 7, -5, 10, -4, 9, 1);
        assertThat(centres(maps)).containsExactly(8.0 * 9);
        // and now the second one expects them far away: two people
        set(maps, 9, 7, 8, 8, 7, 4, 10, 9, 9, 4);
        assertThat(centres(maps)).containsExactly(8.0 * 9, 8.0 * 5);
    }

    private static List<Double> centres(Maps maps) {
        return decode(maps).candidates().stream()
                .filter(candidate -> candidate.part() == 0)
                .map(Evidence.Candidate::x)
                .toList();
    }

    @Test
    void aCentreProposesTheBestScoreOverDistance() {
        Maps maps = maps();
        // the head is expected in cell 4, 4
        set(maps, 4, 8, 0, 1, 4, 5, 3, 5, 7, -4);
        // scores of 0.5 at distance 1 and of nearly 1 at distance 5: 0.5 / 2.8 is more than 1 / 6.8
        set(maps, 5, 4, 1, 0);
        set(maps, 9, 4, 1, 9);
        assertThat(decode(maps).candidates())
                .contains(new Evidence.Candidate(1, 8 * 5, 8 * 4, 0.5))
                .filteredOn(candidate -> candidate.part() == 1)
                .hasSize(1);
        // a score of 0.3 there is less
        set(maps, 5, 4, 1, Math.log(0.3 / 0.7));
        assertThat(decode(maps).candidates())
                .filteredOn(candidate -> candidate.part() == 1)
                .extracting(Evidence.Candidate::x)
                .containsExactly(8.0 * 9);
    }

    @Test
    void theCellOfAJointIsThatOfAFullSearch() {
        long seed = 5;
        Random random = new Random(seed);
        for (int trial = 0; trial < 200; trial++) {
            Maps scores = new Maps(1, WIDTH, HEIGHT);
            for (int cell = 0; cell < WIDTH * HEIGHT; cell++) {
                scores.set(0, cell, (float) Math.pow(random.nextDouble(), 1 + random.nextInt(12)));
            }
            // also far outside the maps
            double x = 3 * WIDTH * random.nextDouble() - WIDTH;
            double y = 3 * HEIGHT * random.nextDouble() - HEIGHT;
            int best = IntStream.range(0, WIDTH * HEIGHT)
                    .boxed()
                    .max(Comparator.comparingDouble(cell -> scores.at(0, cell % WIDTH, cell / WIDTH)
                            / (Math.hypot(cell % WIDTH - x, cell / WIDTH - y) + 1.8)))
                    .orElseThrow();
            ExpectedPerson person = new ExpectedPerson(0, 0, 1, new double[] {x}, new double[] {y});
            assertThat(person.cell(scores, 0))
                    .as("seed %d, trial %d", seed, trial)
                    .isEqualTo(best);
        }
    }

    @Test
    void theOwnDecoderGivesEveryCentreAllJoints() {
        Maps maps = maps();
        // two centres that expect the same head, the only one; each has its row
        set(maps, 5, 6, 0, 1, 4, 10, 3, 10, 8, 3, 7, -4);
        set(maps, 9, 7, 0, 2, 4, 10, 3, 10, 8, -1, 7, -5);
        set(maps, 8, 2, 1, 3);
        ModelCard card = OwnDecoder.of(read(CARD), 0.2);
        Placement placement = new Placement(4 * WIDTH, 4 * HEIGHT, 0, 0, 4 * WIDTH, 4 * HEIGHT);
        List<Evidence.Candidate> candidates = card.decoder()
                .decode(card, maps, Cells.of(placement, 4, 8 * WIDTH, 8 * HEIGHT))
                .candidates();
        assertThat(candidates).extracting(Evidence.Candidate::part).containsExactly(0, 0, 1, 1, 2, 2);
        assertThat(candidates.get(2)).isEqualTo(candidates.get(3));
        assertThat(candidates.get(2).x()).isEqualTo(8.0 * 8);
    }

    @Test
    void anOffsetThatLeadsOutOfThePhotoIsNobody() {
        Maps maps = maps();
        set(maps, 2, 3, 0, 1, 8, -2, 4, 5, 3, 5);
        set(maps, 0, 3, 1, 1, 12, -1);
        assertThat(decode(maps).candidates())
                .extracting(Evidence.Candidate::part)
                .containsExactly(0, 2);
    }

    private static double[][] affinity(Decoder.Found found, int a, int b) {
        return found.edges().stream()
                .filter(edge -> edge.a() == a && edge.b() == b)
                .findFirst()
                .orElseThrow()
                .affinity();
    }

    @Test
    void theShippedCardUsesEveryChannelOnce() {
        ModelCard card = new ModelStore(dir).named("movenet-multipose").card();
        CentreDecoder decoder = (CentreDecoder) card.decoder();
        Set<Integer> channels = new HashSet<>();
        card.parts().forEach(part -> assertThat(channels.add(part.channel())).isTrue());
        assertThat(decoder.joints()).hasSize(17);
        for (CentreDecoder.Joint joint : decoder.joints()) {
            for (CentreDecoder.Channels two : List.of(joint.regression(), joint.offset())) {
                assertThat(two.x()).isEqualTo(two.y() + 1);
                assertThat(channels.add(two.x())).isTrue();
                assertThat(channels.add(two.y())).isTrue();
            }
        }
        // box and its offset: two each
        assertThat(channels).hasSize(card.output().channels() - 4);
        assertThat(card.anatomy().orElseThrow().limbs()).hasSize(17);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"box\": [4, 3], | '' | card: /decoder/centres/centre/box: found nothing but expected two channels [x, y]",
                "[4, 3] | [4] | card: /decoder/centres/centre/box: found the end of the array but expected two channels",
                "[4, 3] | [4, 15] | card: top level: channel 15 must be from 0 to 14",
                "{\"part\": \"hand\" | {\"part\": \"foot\" | card: /decoder/centres/joints/1/part: found part \"foot\" but",
                "{\"part\": \"hand\" | {\"part\": \"head\" | card: top level: part \"head\" is described twice",
            })
    void whatIsWrongIsSaid(String right, String wrong, String complaint) {
        assertThat(CARD).contains(right);
        assertThatThrownBy(() -> read(CARD.replace(right, wrong)))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(complaint);
    }

    @Test
    void everyPartIsDescribed() {
        String without = CARD.replaceFirst("(?s),\\s*\\{\"part\": \"hand\".*?\\}", "");
        assertThatThrownBy(() -> read(without))
                .hasMessage("card: top level: part \"hand\" is neither the centre nor one of the joints");
    }
}
