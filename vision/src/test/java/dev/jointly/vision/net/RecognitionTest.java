package dev.jointly.vision.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.ForeignNetworks;
import dev.jointly.vision.fixture.ForeignNetworks.Output;
import dev.jointly.vision.fixture.Photos;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of recognised files in {@code docs/your-network.md}, with networks of the published signatures. */
class RecognitionTest {
    private static final long[] SQUARE = {1, 3, 640, 640};
    private static final float LIT = ForeignNetworks.LIT;

    @TempDir
    Path dir;

    private Path file = Path.of("");

    @BeforeEach
    void name() {
        file = dir.resolve("best.onnx");
    }

    private ModelCard card() {
        return new ModelStore(dir).find(file.toString()).card();
    }

    private Evidence detect(BufferedImage photo) {
        ModelStore.Model model = new ModelStore(dir).find(file.toString());
        try (Network network = Network.open(model.card(), model.network(), 1)) {
            return network.detect("id", "photo.png", photo);
        }
    }

    /** One person: the box's middle at (320, 200), 100 x 100; joint j at (300 + j, 180), all as sure as the image is red. */
    private static float[] person(int skip, boolean corners, int step, int joints) {
        float[] values = new float[skip + step * joints];
        float[] box = corners ? new float[] {270, 150, 370, 250} : new float[] {320, 200, 100, 100};
        System.arraycopy(box, 0, values, 0, 4);
        values[4] = 0.75f;
        for (int j = 0; j < joints; j++) {
            values[skip + step * j] = 300 + j;
            values[skip + step * j + 1] = 180;
            if (step == 3) {
                values[skip + step * j + 2] = LIT;
            }
        }
        return values;
    }

    /** Values of one hypothesis after the other, turned so that a row has one value of all. */
    private static float[] turned(float[] first, int count) {
        float[] turned = new float[first.length * count];
        for (int c = 0; c < first.length; c++) {
            turned[c * count] = first[c];
        }
        return turned;
    }

    /** 1280 x 640 in a square is 640 x 320, with 160 rows above it, so the photo is at twice the scale. */
    private void assertPerson(Evidence seen, double lit, double top) {
        assertThat(seen.candidates()).hasSize(18);
        Evidence.Candidate centre = seen.candidates().get(0);
        assertThat(seen.parts().get(0)).isEqualTo("centre");
        assertThat(centre.x()).isCloseTo(640, within(1e-3));
        assertThat(centre.y()).isCloseTo(2 * (200 - top), within(1e-3));
        assertThat(centre.score()).isCloseTo(0.75, within(1e-6));
        for (int j = 0; j < 17; j++) {
            Evidence.Candidate joint = seen.candidates().get(1 + j);
            assertThat(joint.part()).isEqualTo(1 + j);
            assertThat(joint.x()).isCloseTo(2 * (300.0 + j), within(1e-3));
            assertThat(joint.y()).isCloseTo(2 * (180 - top), within(1e-3));
            assertThat(joint.score()).isCloseTo(0.75 * lit, within(1e-5));
        }
    }

    @Test
    void ultralyticsBeforeSuppression() throws IOException {
        float[] values = turned(person(5, false, 3, 17), 21);
        ForeignNetworks.write(
                file,
                "images",
                SQUARE,
                ForeignNetworks.ultralytics(),
                new Output("output0", new long[] {1, 56, 21}, values));
        ModelCard card = card();
        assertThat(card.name()).isEqualTo("ultralytics-best");
        assertThat(card.input().letterbox()).isEqualTo(new ModelCard.Letterbox(640, 640, false, 114));
        assertThat(card.partNames()).hasSize(18).contains("centre", "nose", "l-eye", "r-ankle");
        assertThat(card.anatomy().orElseThrow().limbs()).hasSize(17);
        assertThat(card.decoder().note()).isEmpty();
        // red first, divided by 255
        assertPerson(detect(Photos.plain(1280, 640, new Color(204, 0, 255))), 0.8, 160);
    }

    @Test
    void ultralyticsOfAnySizeWithNamesOfJoints() throws IOException {
        float[] values = turned(person(7, false, 2, 2), 3);
        ForeignNetworks.write(
                file,
                "images",
                new long[] {0, 3, 0, 0},
                ForeignNetworks.ultralytics(
                        "kpt_shape", "[2, 2]", "kpt_names", "{0: ['snout', \"tail's tip\"]}", "imgsz", "[480, 320]"),
                new Output("output0", new long[] {0, 11, 0}, new long[] {1, 11, 3}, values));
        ModelCard card = card();
        assertThat(card.partNames()).containsExactly("centre", "snout", "tail's tip");
        assertThat(card.input().letterbox()).isNull();
        assertThat(card.input().longSide()).isEqualTo(480);
        // 11 values are 4 of the box, 3 classes and 2 joints without a confidence
        assertThat(((PeopleDecoder) card.decoder()).centre().classes()).isEqualTo(3);
        assertThat(detect(Photos.plain(480, 480, Color.RED)).candidates())
                .extracting(Evidence.Candidate::score)
                .containsOnly(0.75);
    }

    /** As {@code end2end} and {@code nms=True} write it: corners, score, class, joints. */
    @Test
    void ultralyticsThatSuppressesItself() throws IOException {
        ForeignNetworks.write(
                file,
                "images",
                SQUARE,
                ForeignNetworks.ultralytics("end2end", "True"),
                new Output("output0", new long[] {1, 1, 57}, person(6, true, 3, 17)));
        assertThat(card().decoder().note())
                .hasValueSatisfying(note -> assertThat(note).contains("suppresses"));
        assertPerson(detect(Photos.plain(1280, 640, Color.RED)), 1, 160);
    }

    /** Blue first, from 0 to 255, at the top left; the second output has four sides. */
    @Test
    void rtmo() throws IOException {
        float[] person = person(5, true, 3, 17);
        float[] boxes = java.util.Arrays.copyOf(person, 5);
        float[] joints = java.util.Arrays.copyOfRange(person, 5, person.length);
        ForeignNetworks.write(
                file,
                "input",
                new long[] {0, 3, 640, 640},
                Map.of(),
                new Output("dets", new long[] {0, 0, 5}, new long[] {1, 1, 5}, boxes),
                new Output("keypoints", new long[] {0, 0, 17, 3}, new long[] {1, 1, 17, 3}, joints));
        ModelCard card = card();
        assertThat(card.input().letterbox()).isEqualTo(new ModelCard.Letterbox(640, 640, true, 114));
        assertThat(card.input().colours()).isEqualTo(ModelCard.Colours.BGR);
        assertThat(card.decoder().note()).isPresent();
        // the confidence is the highest blue, more than 1, which counts as 1
        assertPerson(detect(Photos.plain(1280, 640, Color.BLUE)), 1, 0);
    }

    @ParameterizedTest
    @CsvSource({
        "stage_1_output_1_heatmaps, stage_1_output_0_pafs, lightweight-openpose-best",
        "Mconv7_stage2_L2, Mconv7_stage2_L1, openpose-best",
        "Mconv7_stage6_L2, Mconv7_stage6_L1, openpose-best"
    })
    void openPoseInTwoOutputs(String maps, String fields, String name) throws IOException {
        float[] heat = new float[19 * 32 * 57];
        // the right wrist in row 10 and column 20
        heat[(4 * 32 + 10) * 57 + 20] = 0.5f;
        ForeignNetworks.write(
                file,
                "data",
                new long[] {1, 3, 256, 456},
                Map.of(),
                new Output(maps, new long[] {1, 19, 32, 57}, heat),
                new Output(fields, new long[] {1, 38, 32, 57}, new float[38 * 32 * 57]));
        ModelCard card = card();
        assertThat(card.name()).isEqualTo(name);
        assertThat(card.input().letterbox()).isEqualTo(new ModelCard.Letterbox(456, 256, false, 0));
        assertThat(card.decoder())
                .as("fields behind the maps, as in the shipped card")
                .satisfies(decoder -> assertThat(((FieldDecoder) decoder).affinities())
                        .containsExactlyInAnyOrderElementsOf(((FieldDecoder) new ModelStore(dir)
                                        .named("openpose-mobilenet")
                                        .card()
                                        .decoder())
                                .affinities()));
        Evidence seen = detect(Photos.plain(456, 256, Color.BLACK));
        assertThat(seen.candidates()).hasSize(1);
        assertThat(seen.parts().get(seen.candidates().get(0).part())).isEqualTo("r-wrist");
        assertThat(seen.candidates().get(0).x()).isCloseTo(8 * 20.5, within(1e-6));
        assertThat(seen.candidates().get(0).y()).isCloseTo(8 * 10.5, within(1e-6));
    }

    @Test
    void openPoseInOneOutput() throws IOException {
        ForeignNetworks.write(
                file,
                "image",
                new long[] {1, 3, 64, 64},
                Map.of(),
                new Output("net_output", new long[] {1, 57, 8, 8}, new float[57 * 64]));
        assertThat(card().output().names()).containsExactly("net_output");
        assertThat(detect(Photos.plain(64, 64, Color.BLACK)).candidates()).isEmpty();
        ForeignNetworks.write(
                file,
                "image",
                new long[] {1, 3, 64, 64},
                Map.of(),
                new Output("net_output", new long[] {1, 78, 8, 8}, new float[78 * 64]));
        assertThatThrownBy(this::card)
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("FLOAT [1, 78, 8, 8]")
                .hasMessageContaining("expected \"net_output\" of 57 maps");
    }

    @Test
    void whatDoesNotSayWhatItIs() throws IOException {
        ForeignNetworks.write(
                file,
                "x",
                new long[] {1, 3, 64, 64},
                Map.of("producer", "me"),
                new Output("heat", new long[] {1, 3, 16, 16}, new float[3 * 256]));
        assertThatThrownBy(this::card)
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(file + ": does not say which network it is. It needs a model card")
                .hasMessageContaining("\"x\" of FLOAT [1, 3, 64, 64]")
                .hasMessageContaining("\"heat\" of FLOAT [1, 3, 16, 16]")
                .hasMessageContaining("the metadata producer")
                .hasMessageContaining("jointly model describe prints a draft");
        Recognition.Description draft = Recognition.describe(file);
        assertThat(draft.complete()).isFalse();
        assertThat(draft.card())
                .contains("FILL IN", "\"names\": [\"heat\"], \"stride\": 4, \"channels\": 3", "\"width\": 64");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "task | detect | is a network for the task \"detect\" but expected \"pose\"",
                "kpt_shape | [17] | has the metadata kpt_shape \"[17]\" but expected [joints, 2 or 3]",
                "kpt_shape | [18, 3] | values and a score of each class per hypothesis",
                "kpt_shape | [999999, 3] | values and a score of each class per hypothesis"
            })
    void ultralyticsOfAnotherKind(String key, String value, String complaint) throws IOException {
        ForeignNetworks.write(
                file,
                "images",
                SQUARE,
                ForeignNetworks.ultralytics(key, value),
                new Output("output0", new long[] {1, 56, 2}, new float[112]));
        assertThatThrownBy(this::card)
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(complaint);
    }

    @Test
    void namesFromTheFileCannotBreakTheCard() throws IOException {
        ForeignNetworks.write(
                file,
                "images",
                SQUARE,
                ForeignNetworks.ultralytics("kpt_shape", "[2, 3]", "kpt_names", "{0: ['a\\\"b', 'c\n\u0007d']}"),
                new Output("output0", new long[] {1, 11, 2}, new float[22]));
        assertThat(card().partNames()).containsExactly("centre", "a\\\"b", "c  d");
        ForeignNetworks.write(
                file,
                "images",
                SQUARE,
                ForeignNetworks.ultralytics("kpt_shape", "[2, 3]", "kpt_names", "{0: ['a', 'a']}"),
                new Output("output0", new long[] {1, 11, 2}, new float[22]));
        assertThatThrownBy(this::card).isInstanceOf(BadInputException.class).hasMessageContaining("listed twice");
        ForeignNetworks.write(
                file,
                "images",
                SQUARE,
                ForeignNetworks.ultralytics("kpt_shape", "[2, 3]", "kpt_names", "x".repeat(100_001)),
                new Output("output0", new long[] {1, 11, 2}, new float[22]));
        assertThatThrownBy(this::card)
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("100001 characters of metadata \"kpt_names\"");
    }

    @Test
    void aFixedInputCannotBeResized() throws IOException {
        ForeignNetworks.write(
                file,
                "images",
                SQUARE,
                ForeignNetworks.ultralytics(),
                new Output("output0", new long[] {1, 56, 2}, new float[112]));
        assertThatThrownBy(() -> card().withLongSide(320))
                .hasMessage("long side 320 must be 640, for the input is fixed to 640 x 640");
        assertThat(List.of(card(), card().withLongSide(640))).hasSize(2);
    }
}
