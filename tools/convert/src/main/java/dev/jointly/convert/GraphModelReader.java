package dev.jointly.convert;

import dev.jointly.convert.GraphModel.Node;
import dev.jointly.io.JsonObject;
import dev.jointly.io.JsonSource;
import dev.jointly.vision.fixture.HalfFloats;
import dev.jointly.vision.fixture.OnnxGraph.Tensor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code model.json} of a TensorFlow.js graph model and the shards of weights beside it. */
final class GraphModelReader {
    /** Far above what a network of convolutions has; keeps a made-up file from filling the memory. */
    private static final int MOST = 100_000;

    private final JsonSource source;
    private final Map<String, byte[]> shards;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Tensor> weights = new HashMap<>();

    private GraphModelReader(JsonSource source, Map<String, byte[]> shards) {
        this.source = source;
        this.shards = shards;
    }

    /**
     * Reads a model.
     *
     * @param name of model.json, for messages
     * @param shards the files of weights, by the names model.json gives them
     */
    static GraphModel read(String name, byte[] json, Map<String, byte[]> shards) {
        try (JsonSource source = JsonSource.of(name, new ByteArrayInputStream(json))) {
            source.nextDocument("a TensorFlow.js graph model");
            GraphModelReader reader = new GraphModelReader(source, shards);
            try {
                reader.document();
            } catch (IOException e) {
                throw source.broken(e);
            }
            return new GraphModel(reader.nodes, reader.weights);
        }
    }

    private void document() throws IOException {
        JsonObject object = new JsonObject(source, List.of("modelTopology", "weightsManifest"), "a graph model");
        while (object.next()) {
            switch (object.field()) {
                case "modelTopology" -> topology();
                case "weightsManifest" -> source.array(MOST, "an array of groups of weights", this::group);
                default -> source.skip();
            }
        }
        object.require("modelTopology", "the graph");
        object.require("weightsManifest", "an array of groups of weights");
    }

    private void topology() throws IOException {
        JsonObject object = new JsonObject(source, List.of("node"), "a graph, an object with node");
        while (object.next()) {
            if (object.field().equals("node")) {
                source.array(MOST, "an array of nodes", () -> nodes.add(node()));
            } else {
                source.skip();
            }
        }
        object.require("node", "an array of nodes");
    }

    private Node node() throws IOException {
        String[] words = {"", ""};
        List<String> inputs = new ArrayList<>();
        Map<String, String> texts = new HashMap<>();
        Map<String, List<Integer>> numbers = new HashMap<>();
        JsonObject object = new JsonObject(source, List.of("name", "op", "input", "attr"), "a node");
        while (object.next()) {
            switch (object.field()) {
                case "name" -> words[0] = source.name("the node's name");
                case "op" -> words[1] = source.name("the node's operation");
                case "input" ->
                    source.array(MOST, "an array of names", () -> inputs.add(producer(source.name("a node's name"))));
                case "attr" -> attributes(texts, numbers);
                default -> source.skip();
            }
        }
        object.require("name", "the node's name");
        object.require("op", "the node's operation");
        return new Node(words[0], words[1], inputs, texts, numbers);
    }

    /** The node whose output is meant; {@code :0} says its first, which is the only one there is here. */
    private static String producer(String input) {
        return input.endsWith(":0") ? input.substring(0, input.length() - 2) : input;
    }

    private void attributes(Map<String, String> texts, Map<String, List<Integer>> numbers) throws IOException {
        JsonObject object = new JsonObject(source, List.of(), "an object of attributes");
        while (object.next()) {
            String name = object.field();
            JsonObject value = new JsonObject(source, List.of(), "an attribute, an object");
            while (value.next()) {
                switch (value.field()) {
                    case "s" -> texts.put(name, base64(source.string("a text in base64")));
                    case "i" -> numbers.put(name, List.of(number()));
                    case "b", "type" -> texts.put(name, source.word("a word"));
                    case "list" -> list(name, texts, numbers);
                    default -> source.skip();
                }
            }
        }
    }

    /** Numbers, or words, which become one with commas between them. */
    private void list(String name, Map<String, String> texts, Map<String, List<Integer>> numbers) throws IOException {
        List<Integer> listed = new ArrayList<>();
        List<String> words = new ArrayList<>();
        JsonObject object = new JsonObject(source, List.of(), "a list, an object");
        while (object.next()) {
            switch (object.field()) {
                case "i" -> source.array(MOST, "an array of whole numbers", () -> listed.add(number()));
                case "s" ->
                    source.array(MOST, "an array of texts", () -> words.add(base64(source.string("a text in base64"))));
                default -> source.skip();
            }
        }
        numbers.put(name, listed);
        if (!words.isEmpty()) {
            texts.put(name, String.join(",", words));
        }
    }

    /** 64-bit numbers are spelt as strings here. */
    private int number() throws IOException {
        String text = source.string("a whole number as a string");
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw source.bad("a whole number as a string");
        }
    }

    private String base64(String text) {
        try {
            return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw source.bad("a text in base64");
        }
    }

    /** A group lists its weights before or after the files they are in, one behind another. */
    private void group() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Entry> entries = new ArrayList<>();
        JsonObject object = new JsonObject(source, List.of("paths", "weights"), "a group with paths and weights");
        while (object.next()) {
            switch (object.field()) {
                case "paths" -> source.array(MOST, "an array of file names", () -> bytes.writeBytes(shard()));
                case "weights" -> source.array(MOST, "an array of weights", () -> entries.add(entry()));
                default -> source.skip();
            }
        }
        ByteBuffer data = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        for (Entry entry : entries) {
            weights.put(entry.name(), tensor(entry, data));
        }
        if (data.hasRemaining()) {
            throw source.problem(source.path(), data.remaining() + " bytes are left after the last weight");
        }
    }

    private byte[] shard() throws IOException {
        String path = source.name("a file's name");
        byte @Nullable [] bytes = shards.get(path);
        if (bytes == null) {
            throw source.bad("one of the files " + shards.keySet());
        }
        return bytes;
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

    private Entry entry() throws IOException {
        String[] words = {"", ""};
        boolean half = false;
        List<Integer> shape = new ArrayList<>();
        JsonObject object =
                new JsonObject(source, List.of("name", "shape", "dtype", "quantization"), "the description of weights");
        while (object.next()) {
            switch (object.field()) {
                case "name" -> words[0] = source.name("the weights' name");
                case "shape" -> source.array(8, "an array of sides", () -> shape.add(source.integer("a side")));
                case "dtype" -> {
                    words[1] = source.string("a type of number");
                    if (!words[1].equals("float32") && !words[1].equals("int32")) {
                        throw source.bad("float32 or int32, the types that can be converted");
                    }
                }
                case "quantization" -> half = half();
                default -> source.skip();
            }
        }
        object.require("name", "the weights' name");
        object.require("shape", "an array of sides");
        object.require("dtype", "a type of number");
        boolean whole = words[1].equals("int32");
        if (whole && half) {
            throw source.problem(source.path(), "weights " + words[0] + " are int32, which cannot be float16 as well");
        }
        return new Entry(words[0], shape, whole ? Stored.WHOLE : half ? Stored.HALF : Stored.FLOAT);
    }

    /** Weights may be rounded to 16 bits; to fewer they are integers with a scale, which is not supported. */
    private boolean half() throws IOException {
        JsonObject object = new JsonObject(source, List.of("dtype"), "an object with dtype");
        while (object.next()) {
            if (object.field().equals("dtype")) {
                source.literal("float16");
            } else {
                source.skip();
            }
        }
        object.require("dtype", "\"float16\"");
        return true;
    }

    private Tensor tensor(Entry entry, ByteBuffer data) {
        long size = Tensor.size(entry.shape());
        if (size > data.remaining() / entry.stored().bytes) {
            throw source.problem(
                    source.path(),
                    "weights " + entry.name() + " of shape " + entry.shape() + " need more than the " + data.remaining()
                            + " bytes that are left of their files");
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
