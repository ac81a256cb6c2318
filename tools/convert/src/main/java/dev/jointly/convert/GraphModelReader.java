package dev.jointly.convert;

import dev.jointly.convert.GraphModel.Node;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.vision.fixture.HalfFloats;
import dev.jointly.vision.fixture.OnnxGraph.Tensor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code model.json} of a TensorFlow.js graph model and the shards of weights beside it. */
final class GraphModelReader {
    /** Far above what a network of convolutions has; keeps a made-up file from filling the memory. */
    private static final Limit MOST = Limit.of(100_000, "entries");

    private static final String NODES = "an array of nodes";
    private static final String GROUPS = "an array of groups of weights";
    private static final JsonShape ATTRIBUTE = JsonShape.of("an attribute, an object", "s", "i", "b", "type")
            .with("list", JsonShape.of("a list, an object").with("i", MOST).with("s", MOST));
    private static final JsonShape NODE = JsonShape.of("a node", "name", "op")
            .with("input", MOST)
            .with("attr", JsonShape.map("an object of attributes", ATTRIBUTE));
    private static final JsonShape WEIGHTS = JsonShape.of("the description of weights", "name", "dtype")
            .with("shape", Limit.of(8, "entries"))
            .with("quantization", JsonShape.of("an object with dtype", "dtype"));
    private static final JsonShape SHAPE = JsonShape.of("a graph model")
            .with(
                    "modelTopology",
                    JsonShape.of("a graph, an object with node")
                            .list("node", NODES, MOST, NODE, GraphModelReader::node))
            .with(
                    "weightsManifest",
                    MOST,
                    JsonShape.of("a group with paths and weights")
                            .with("paths", MOST)
                            .with("weights", MOST, WEIGHTS));

    private final Map<String, byte[]> shards;
    private final Map<String, Tensor> weights = new HashMap<>();

    private GraphModelReader(Map<String, byte[]> shards) {
        this.shards = shards;
    }

    /**
     * Reads a model.
     *
     * @param name of model.json, for messages
     * @param shards the files of weights, by the names model.json gives them
     */
    static GraphModel read(String name, byte[] json, Map<String, byte[]> shards) {
        return JsonSource.of(name, new ByteArrayInputStream(json))
                .only("a TensorFlow.js graph model", SHAPE, model -> new GraphModelReader(shards).model(model));
    }

    private GraphModel model(JsonValue model) {
        List<Node> nodes = model.get("modelTopology", "the graph").list("node");
        model.get("weightsManifest", GROUPS).entries(GROUPS).forEach(this::group);
        return new GraphModel(nodes, weights);
    }

    private static Node node(JsonValue node) {
        Map<String, String> texts = new HashMap<>();
        Map<String, List<Integer>> numbers = new HashMap<>();
        node.<Map<String, JsonValue>>ifAny("attr", JsonValue::fields, Map.of())
                .forEach((name, attribute) -> attribute.fields().forEach((kind, value) -> {
                    switch (kind) {
                        case "s" -> texts.put(name, base64(value));
                        case "i" -> numbers.put(name, List.of(number(value)));
                        case "list" -> list(name, value, texts, numbers);
                        default -> texts.put(name, value.word("a word"));
                    }
                }));
        return new Node(
                node.name("name", "the node's name"),
                node.name("op", "the node's operation"),
                node.entriesIfAny("input", "an array of names", input -> producer(input.name("a node's name"))),
                texts,
                numbers);
    }

    /** The node whose output is meant; {@code :0} says its first, which is the only one there is here. */
    private static String producer(String input) {
        return input.endsWith(":0") ? input.substring(0, input.length() - 2) : input;
    }

    /** Numbers, or words, which become one with commas between them. */
    private static void list(
            String name, JsonValue value, Map<String, String> texts, Map<String, List<Integer>> numbers) {
        numbers.put(name, value.entriesIfAny("i", "an array of whole numbers", GraphModelReader::number));
        value.find("s")
                .map(all -> all.entries("an array of texts", GraphModelReader::base64))
                .filter(words -> !words.isEmpty())
                .ifPresent(words -> texts.put(name, String.join(",", words)));
    }

    /** 64-bit numbers are spelt as strings here. */
    private static int number(JsonValue value) {
        String expected = "a whole number as a string";
        try {
            return Integer.parseInt(value.string(expected));
        } catch (NumberFormatException e) {
            throw value.bad(expected);
        }
    }

    private static String base64(JsonValue value) {
        String expected = "a text in base64";
        try {
            return new String(Base64.getDecoder().decode(value.string(expected)), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw value.bad(expected);
        }
    }

    /** A group lists its weights, and the files they are in, one behind another. */
    private void group(JsonValue group) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (JsonValue path : group.entriesIfAny("paths", "an array of file names")) {
            byte @Nullable [] shard = shards.get(path.name("a file's name"));
            if (shard == null) {
                throw path.bad("one of the files " + shards.keySet());
            }
            bytes.writeBytes(shard);
        }
        ByteBuffer data = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        for (JsonValue value : group.entriesIfAny("weights", "an array of weights")) {
            Entry entry = entry(value);
            weights.put(entry.name(), tensor(entry, data, group));
        }
        if (data.hasRemaining()) {
            throw group.problem(data.remaining() + " bytes are left after the last weight");
        }
    }

    /** How a number is stored. */
    private enum Stored {
        FLOAT(4),
        HALF(2),
        WHOLE(4);

        private final int bytes;

        Stored(int bytes) {
            this.bytes = bytes;
        }
    }

    private record Entry(String name, List<Integer> shape, Stored stored) {}

    private static Entry entry(JsonValue value) {
        String name = value.name("name", "the weights' name");
        List<Integer> shape =
                value.get("shape", "an array of sides").entries("an array of sides", side -> side.integer("a side"));
        String type = value.get("dtype", "a type of number")
                .oneOf(List.of("float32", "int32"), "float32 or int32, the types that can be converted");
        boolean whole = type.equals("int32");
        // weights may be rounded to 16 bits; to fewer they are integers with a scale, which is not supported
        boolean half = value.find("quantization")
                .map(rounded -> rounded.get("dtype", "\"float16\"").oneOf(List.of("float16"), "\"float16\""))
                .isPresent();
        if (whole && half) {
            throw value.problem("weights " + name + " are int32, which cannot be float16 as well");
        }
        return new Entry(name, shape, whole ? Stored.WHOLE : half ? Stored.HALF : Stored.FLOAT);
    }

    private static Tensor tensor(Entry entry, ByteBuffer data, JsonValue group) {
        long size = Tensor.size(entry.shape());
        if (size > data.remaining() / entry.stored().bytes) {
            throw group.problem("weights " + entry.name() + " of shape " + entry.shape() + " need more than the "
                    + data.remaining() + " bytes that are left of their files");
        }
        float[] values = new float[(int) size];
        for (int i = 0; i < values.length; i++) {
            values[i] = switch (entry.stored()) {
                case FLOAT -> data.getFloat();
                case HALF -> HalfFloats.toFloat(data.getShort());
                case WHOLE -> data.getInt();
            };
        }
        return new Tensor(entry.shape(), values);
    }
}
