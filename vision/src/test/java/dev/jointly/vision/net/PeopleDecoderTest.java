package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hypotheses of a box, a score, and a head, a hand and a foot with confidences; the foot has none of its own. */
class PeopleDecoderTest {
    private static final String CARD = """
            {"format": "jointly/model@1", "name": "people", "network": "people.onnx",
             "input": {"layout": "NCHW", "colours": "RGB", "mean": [0, 0, 0], "scale": [1, 1, 1],
                       "multipleOf": 32, "longSide": 640},
             "output": {"layout": "NCHW", "stride": 1, "channels": 13},
             "threshold": 0.05,
             "parts": [{"name": "head", "channel": 7}, {"name": "middle", "channel": 4},
                       {"name": "hand", "channel": 10}, {"name": "foot", "channel": 4}],
             "decoder": {"people": {"centre": {"part": "middle", "box": [0, 1, 2, 3]},
               "joints": [{"part": "head", "place": [5, 6]}, {"part": "hand", "place": [8, 9]},
                          {"part": "foot", "place": [11, 12]}]}},
             "anatomy": {"majors": ["middle"], "limbs": [["middle", "head"], ["hand", "head"], ["middle", "foot"]]}}
            """;

    private static final int WIDTH = 640;
    private static final int HEIGHT = 320;

    private static ModelCard read(String text) {
        return ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    /** The image is shown as it is, so pixels of what is shown are pixels of the image. */
    private static Decoder.Found decode(double[]... hypotheses) {
        Maps maps = new Maps(13, hypotheses.length, 1);
        for (int h = 0; h < hypotheses.length; h++) {
            for (int c = 0; c < 13; c++) {
                maps.set(c, h, (float) hypotheses[h][c]);
            }
        }
        ModelCard card = read(CARD);
        Placement placement = new Placement(WIDTH, HEIGHT, 0, 0, WIDTH, HEIGHT);
        return card.decoder().decode(card, maps, Cells.of(placement, 1, WIDTH, HEIGHT));
    }

    private static double[][] affinity(Decoder.Found found, int a, int b) {
        return found.edges().stream()
                .filter(edge -> edge.a() == a && edge.b() == b)
                .findFirst()
                .orElseThrow()
                .affinity();
    }

    @Test
    void byHand() {
        // two of one person of size 100, whose hands are 20 apart, and one below the threshold
        Decoder.Found found = decode(
                new double[] {200, 100, 50, 200, 0.5, 200, 20, 0.8, 240, 100, 0.6, 200, 190},
                new double[] {202, 100, 200, 50, 0.4, 200, 20, 1.0, 240, 120, 0.5, 200, 190},
                new double[] {400, 100, 100, 100, 0.04, 400, 20, 1, 440, 100, 1, 400, 190});
        assertThat(found.candidates())
                .usingRecursiveFieldByFieldElementComparator(
                        org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration.builder()
                                .withEqualsForType((a, b) -> Math.abs(a - b) < 1e-6, Double.class)
                                .build())
                .containsExactly(
                        new Evidence.Candidate(0, 200, 20, 0.4),
                        new Evidence.Candidate(1, 200, 100, 0.5),
                        new Evidence.Candidate(2, 240, 100, 0.3),
                        new Evidence.Candidate(2, 240, 120, 0.2),
                        new Evidence.Candidate(3, 200, 190, 0.5));
        assertThat(affinity(found, 1, 0)[0][0]).isCloseTo(1, within(1e-6));
        // the second hand is a fifth of the size from where the centre expects it
        assertThat(affinity(found, 1, 2)[0][1]).isCloseTo(0.1 / 0.3, within(1e-6));
        // head and first hand: both vote for the head; for the hand the second is 20 / 7 widths away
        double far = Math.exp(-(20 / 7.0) * (20 / 7.0) / 2);
        double common = 0.5 * 0.8 * 0.6 + 0.4 * 1.0 * 0.5 * far;
        double larger = 0.5 * 0.8 + 0.4 * 1.0;
        assertThat(affinity(found, 0, 2)[0][0]).isCloseTo(common / larger, within(1e-6));
    }

    /** The definition, term by term, on hypotheses in clusters. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void asTheDefinitionSays(long seed) {
        Random random = new Random(seed);
        List<double[]> list = new ArrayList<>();
        for (int person = 0; person < 6; person++) {
            double[] first = new double[13];
            for (int c = 0; c < 13; c++) {
                first[c] = c == 2 || c == 3 ? 60 + random.nextInt(80) : random.nextInt(c % 3 == 0 ? HEIGHT : 320);
            }
            for (int copy = 0; copy < 12; copy++) {
                double[] one = first.clone();
                for (int c = 0; c < 13; c++) {
                    one[c] += 12 * random.nextGaussian();
                }
                one[4] = random.nextDouble();
                one[7] = random.nextDouble();
                one[10] = random.nextDouble();
                list.add(one);
            }
        }
        double[][] all = list.stream()
                .map(one -> java.util.stream.DoubleStream.of(one)
                        .map(v -> (float) v)
                        .toArray())
                .toArray(double[][]::new);
        Decoder.Found found = decode(all);
        int[] x = {5, 8, 11};
        int[] confidence = {7, 10, -1};
        int[] part = {0, 2, 3};
        for (int j = 0; j < 3; j++) {
            List<Evidence.Candidate> own = of(found, part[j]);
            assertThat(own).isNotEmpty();
            int joint = j;
            // every confident joint in the image is near a candidate that is at least as confident, and no two are one
            for (double[] h : all) {
                double score = h[4] * v(h, confidence[joint]);
                boolean inside =
                        h[x[joint]] >= 0 && h[x[joint]] <= WIDTH && h[x[joint] + 1] >= 0 && h[x[joint] + 1] <= HEIGHT;
                if (h[4] >= 0.05f && score >= 0.05 / 3 && inside) {
                    assertThat(own)
                            .anyMatch(c -> c.score() > score - 1e-6
                                    && Math.hypot(c.x() - h[x[joint]], c.y() - h[x[joint] + 1])
                                            < PeopleDecoder.Reach.MEASURED.radius() * size(h) + 1e-6);
                }
            }
            assertThat(own).allMatch(c -> Stream.of(all)
                    .anyMatch(h -> Math.hypot(c.x() - h[x[joint]], c.y() - h[x[joint] + 1]) < 1e-3
                            && Math.abs(h[4] * v(h, confidence[joint]) - c.score()) < 1e-6));
        }
        List<Evidence.Candidate> hands = of(found, 2);
        List<Evidence.Candidate> heads = of(found, 0);
        for (int i = 0; i < hands.size(); i++) {
            for (int k = 0; k < heads.size(); k++) {
                double common = 0;
                double larger = 0;
                for (double[] h : all) {
                    if (h[4] >= 0.05f) {
                        double one = vote(h, 8, 10, hands.get(i));
                        double two = vote(h, 5, 7, heads.get(k));
                        common += h[4] * one * two;
                        larger += h[4] * Math.max(one, two);
                    }
                }
                assertThat(affinity(found, 0, 2)[k][i]).isCloseTo(common / larger, within(1e-5));
            }
        }
    }

    private static List<Evidence.Candidate> of(Decoder.Found found, int part) {
        return found.candidates().stream().filter(c -> c.part() == part).toList();
    }

    private static double v(double[] h, int channel) {
        return channel < 0 ? 1 : h[channel];
    }

    private static double size(double[] h) {
        return Math.sqrt(Math.max(1, h[2]) * Math.max(1, h[3]));
    }

    private static double vote(double[] h, int x, int confidence, Evidence.Candidate d) {
        double far = Math.hypot(d.x() - h[x], d.y() - h[x + 1]) / (PeopleDecoder.Reach.MEASURED.width() * size(h));
        return h[confidence] * Math.exp(-far * far / 2);
    }

    @Test
    void manyHypothesesAreTheBestOnes() {
        Random random = new Random(5);
        double[][] all = new double[5_000][13];
        for (double[] h : all) {
            for (int c = 0; c < 13; c++) {
                h[c] = c == 2 || c == 3 ? 20 : random.nextDouble() * (c == 4 || c == 7 || c == 10 ? 1 : HEIGHT);
            }
        }
        Decoder.Found found = decode(all);
        for (int part = 0; part < 4; part++) {
            assertThat(of(found, part)).hasSizeLessThanOrEqualTo(Peaks.MOST);
        }
        assertThat(of(found, 1)).extracting(Evidence.Candidate::score).allMatch(score -> score > 0.55);
    }

    @Test
    void nobody() {
        assertThat(decode().candidates()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"stride\": 1 | \"stride\": 2 | stride 2 must be 1 for the kind people",
                "\"stride\": 1 | \"stride\": 1, \"logits\": true | logits and corners are for the kind fields",
                "[0, 1, 2, 3] | [0, 1, 2, 13] | channel 13 must be from 0 to 12",
                "[0, 1, 2, 3] | [0, 1, 2] | the channels of a box",
                "[0, 1, 2, 3] | [0, 1, 2, 3], \"classes\": 10 | channel 13 must be from 0 to 12",
                "\"part\": \"hand\", \"place\" | \"part\": \"head\", \"place\" | part \"head\" is described twice",
                "[11, 12] | [11, 12, 13] | /decoder/people/joints/2/place/2: found 13 but expected two channels [x, y]",
                "\"part\": \"foot\", \"place\" | \"part\": \"tail\", \"place\" | part \"tail\"",
                "\"longSide\": 640 | \"longSide\": 640, \"letterbox\": {\"width\": 640, \"height\": 360, \"grey\": 9} | 640 x 360 of grey 9 must have sides that are multiples of 32",
                "\"longSide\": 640 | \"longSide\": 640, \"letterbox\": {\"width\": 320, \"height\": 320, \"grey\": 9} | the longer one 640",
                "\"longSide\": 640 | \"longSide\": 640, \"letterbox\": {\"width\": 640, \"height\": 320, \"grey\": 9, \"corner\": 1} | true or false"
            })
    void cardsThatAreWrong(String right, String wrong, String complaint) {
        assertThat(CARD).contains(right);
        String text = CARD.replace(right, wrong);
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(complaint);
    }
}
