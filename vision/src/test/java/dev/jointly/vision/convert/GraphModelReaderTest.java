package dev.jointly.vision.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import dev.jointly.vision.convert.GraphModel.Node;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphModelReaderTest {
    // U0FNRQ== is SAME
    private static final String MODEL = """
            {"modelTopology": {"node": [
               {"name": "image", "op": "Placeholder", "attr": {"dtype": {"type": "DT_FLOAT"}}},
               {"name": "conv", "op": "Conv2D", "input": ["image:0", "w"],
                "attr": {"padding": {"s": "U0FNRQ=="}, "strides": {"list": {"i": ["1", "2", "2", "1"]}}}}],
               "versions": {}},
             "weightsManifest": [{"paths": ["a", "b"], "weights": [
               {"name": "w", "shape": [1, 1, 3, 1], "dtype": "float32"},
               {"name": "axis", "shape": [], "dtype": "int32"}]}]}
            """;

    /** Shards are cut anywhere, also in the middle of a number. */
    private static final Map<String, byte[]> SHARDS = Map.of("a", bytes(0, 6), "b", bytes(6, 16));

    private static byte[] bytes(int from, int to) {
        ByteBuffer all = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        all.putFloat(0.5f).putFloat(-2).putFloat(3e7f).putInt(3);
        byte[] some = new byte[to - from];
        all.position(from).get(some);
        return some;
    }

    private static GraphModel read(String json) {
        return GraphModelReader.read("model.json", json.getBytes(UTF_8), SHARDS);
    }

    @Test
    void nodesAndWeights() {
        GraphModel model = read(MODEL);
        assertThat(model.nodes())
                .containsExactly(
                        new Node("image", "Placeholder", List.of(), Map.of(), Map.of()),
                        new Node(
                                "conv",
                                "Conv2D",
                                List.of("image", "w"),
                                Map.of("padding", "SAME"),
                                Map.of("strides", List.of(1, 2, 2, 1))));
        assertThat(model.weights()).containsOnlyKeys("w", "axis");
        assertThat(requireNonNull(model.weights().get("w")).values()).containsExactly(0.5f, -2, 3e7f);
        assertThat(requireNonNull(model.weights().get("axis")).shape()).isEmpty();
        assertThat(requireNonNull(model.weights().get("axis")).values()).containsExactly(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1, 1, 3, 1] | [100000, 100000, 100000] | need more than the 16 bytes",
                "[1, 1, 3, 1] | [1, 1, 2, 1] | 4 bytes are left",
                "[1, 1, 3, 1] | [1, -1, 3, 1] | need more than",
                "\"float32\" | \"uint8\" | found \"uint8\" but expected float32 or int32",
                "\"b\" | \"../b\" | found \"../b\" but expected one of the files",
                "U0FNRQ== | ? | expected a text in base64",
                "\"2\", \"2\" | \"2\", \"x\" | expected a whole number as a string",
                "weightsManifest | manifest | found nothing but expected an array of groups",
            })
    void whatIsWrongIsSaid(String right, String wrong, String complaint) {
        assertThat(MODEL).contains(right);
        assertThatThrownBy(() -> read(MODEL.replace(right, wrong)))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("model.json: ")
                .hasMessageContaining(complaint);
    }

    @Test
    void aModelThatIsCutOff() {
        assertThatThrownBy(() -> read(MODEL.substring(0, 300)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("ends in the middle");
    }
}
