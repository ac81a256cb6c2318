package dev.jointly.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.convert.GraphModel.Node;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.HalfFloats;
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
                        new Node("image", "Placeholder", List.of(), Map.of("dtype", "DT_FLOAT"), Map.of()),
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
                "\"float32\" | \"float32\", \"quantization\": {\"dtype\": \"uint8\"} | found \"uint8\" but expected \"float16\"",
                "\"int32\" | \"int32\", \"quantization\": {\"dtype\": \"float16\"} | axis are int32, which cannot",
                "\"type\": \"DT_FLOAT\" | \"type\": [] | but expected a word",
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
    void halfWeightsWordsAndFlags() {
        // Qmlhc0FkZA== is BiasAdd, UmVsdQ== is Relu
        GraphModel model = read(MODEL.replace("\"shape\": [1, 1, 3, 1], \"dtype\": \"float32\"", """
                        "shape": [2, 3], "dtype": "float32",
                        "quantization": {"dtype": "float16", "original_dtype": "float32"}""")
                .replace("\"attr\": {\"padding\"", """
                        "attr": {"fused_ops": {"list": {"s": ["Qmlhc0FkZA==", "UmVsdQ=="]}}, "flag": {"b": true},
                                 "padding\""""));
        assertThat(model.nodes().get(1).texts())
                .isEqualTo(Map.of("fused_ops", "BiasAdd,Relu", "flag", "true", "padding", "SAME"));
        // 0.5f is 3f000000 and -2f is c0000000: halves 0, 3f00 = 1.75, 0, c000 = -2
        assertThat(requireNonNull(model.weights().get("w")).values()).startsWith(0, 1.75f, 0, -2);
    }

    @ParameterizedTest
    @CsvSource({
        "0000, 0",
        "3c00, 1",
        "c000, -2",
        "3555, 0.333251953125",
        "7bff, 65504",
        "0001, 5.9604644775390625e-8",
        "83ff, -6.097555160522461e-5",
        "0400, 6.103515625e-5",
        "7c00, Infinity",
        "fc00, -Infinity",
        "7e00, NaN"
    })
    void halfFloats(String bits, float value) {
        assertThat(HalfFloats.toFloat((short) Integer.parseInt(bits, 16))).isEqualTo(Float.valueOf(value));
    }

    @Test
    void aModelThatIsCutOff() {
        assertThatThrownBy(() -> read(MODEL.substring(0, 300)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("ends in the middle");
    }
}
