package dev.jointly.vision.net;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.evidence.Evidence.Candidate;
import dev.jointly.io.BadInputException;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Logits, cells whose place is their corner, and offsets of parts, with one peak in cell (3, 2) of 8 x 8. */
class FieldDecoderTest {
    private static final int CELLS = 8;
    private static final int STRIDE = 4;
    private static final int SIDE = CELLS * STRIDE;
    private static final int PEAK = 2 * CELLS + 3;

    private static ModelCard card(String output, String decoder) {
        String text = """
                {"format": "jointly/model@1", "name": "dots", "network": "dots.onnx",
                 "input": {"layout": "NCHW", "colours": "RGB", "mean": [0, 0, 0], "scale": [1, 1, 1],
                           "multipleOf": 4, "longSide": 32},
                 "output": {"layout": "NCHW", "stride": 4, "channels": 4%s},
                 "threshold": 0.5,
                 "parts": [{"name": "dot", "channel": 0}, {"name": "other", "channel": 1}],
                 "decoder": {"fields": {"affinities": []%s}},
                 "anatomy": {"majors": ["dot"], "limbs": [["dot", "other"]]}}
                """.formatted(output, decoder);
        return ModelCardReader.read("card", new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    /** The candidates where the map of the first part is low but for one cell. */
    private static List<Candidate> decoded(ModelCard card, float low, float high) {
        Maps maps = new Maps(4, CELLS, CELLS);
        for (int cell = 0; cell < CELLS * CELLS; cell++) {
            maps.set(0, cell, low);
            maps.set(1, cell, low);
        }
        maps.set(0, PEAK, high);
        maps.set(2, PEAK, 0.5f);
        maps.set(3, PEAK, -0.25f);
        Cells middles = Cells.of(new Placement(SIDE, SIDE, 0, 0, SIDE, SIDE), STRIDE, SIDE, SIDE);
        return card.decoder()
                .decode(card, maps, card.output().corners() ? middles.atCorners() : middles)
                .candidates();
    }

    private static void at(List<Candidate> found, double x, double y, double score) {
        assertThat(found).hasSize(1);
        assertThat(found.get(0).x()).isCloseTo(x, within(1e-6));
        assertThat(found.get(0).y()).isCloseTo(y, within(1e-6));
        assertThat(found.get(0).score()).isCloseTo(score, within(1e-6));
    }

    @Test
    void aCellLiesInItsMiddleOrAtItsCorner() {
        at(decoded(card("", ""), 0, 0.75f), 14, 10, 0.75);
        at(decoded(card(", \"corners\": true", ""), 0, 0.75f), 12, 8, 0.75);
    }

    @Test
    void logitsBecomeProbabilities() {
        at(decoded(card(", \"logits\": true", ""), -20, (float) Math.log(3)), 14, 10, 0.75);
        assertThat(decoded(card(", \"logits\": true", ""), -20, -0.1f)).isEmpty();
    }

    @Test
    void offsetsAreInUnitsOfTheScale() {
        // half and minus a quarter of 8 pixels, from the middle of the cell
        String offsets = ", \"offsets\": [{\"part\": \"dot\", \"x\": 2, \"y\": 3, \"scale\": 8}]";
        at(decoded(card("", offsets), 0, 0.75f), 18, 8, 0.75);
    }

    @Test
    void offsetsNeedAScaleAndAreThereOnce() {
        String one = "{\"part\": \"dot\", \"x\": 2, \"y\": 3, \"scale\": %s}";
        assertThatThrownBy(() -> card("", ", \"offsets\": [" + one.formatted("0") + "]"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("scale");
        assertThatThrownBy(() -> card("", ", \"offsets\": [" + one.formatted("8") + ", " + one.formatted("8") + "]"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("dot");
    }
}
