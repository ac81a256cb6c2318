package dev.jointly.vision.net;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Reading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What an ONNX file says about itself without being run.
 *
 * @param inputs shapes by name, in the file's order, and {@code outputs} likewise; a side that is free is negative, and what
 *     is no tensor has no sides
 * @param described each input and output in words
 * @param metadata added by the program that exported it
 */
record NetworkFile(
        Path file,
        Map<String, long[]> inputs,
        Map<String, long[]> outputs,
        Map<String, String> described,
        Map<String, String> metadata) {
    /** Longest value of metadata that is looked at: names of 2,000 parts fit. */
    private static final int LONGEST = 100_000;

    /** Most inputs, outputs and entries of metadata that a message lists. */
    private static final int LISTED = 8;

    static NetworkFile read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new BadInputException(file + ": no such file; expected a network as ONNX");
        }
        return Reading.of(file.toString(), () -> opened(file));
    }

    private static NetworkFile opened(Path file) {
        OrtSession session = NetworkRuntime.open(file, Execution.cpu(1));
        try {
            Map<String, String> described = new LinkedHashMap<>();
            return new NetworkFile(
                    file,
                    shapes(session.getInputInfo(), described),
                    shapes(session.getOutputInfo(), described),
                    described,
                    new TreeMap<>(session.getMetadata().getCustomMetadata()));
        } catch (OrtException e) {
            throw NetworkRuntime.notRunnable(file, e);
        } finally {
            NetworkRuntime.close(session, file);
        }
    }

    private static Map<String, long[]> shapes(Map<String, NodeInfo> nodes, Map<String, String> described) {
        Map<String, long[]> shapes = new LinkedHashMap<>();
        for (NodeInfo node : nodes.values()) {
            shapes.put(node.getName(), node.getInfo() instanceof TensorInfo info ? info.getShape() : new long[0]);
            described.put(node.getName(), NetworkSession.described(node));
        }
        return shapes;
    }

    /** A value of the metadata; empty if there is none. */
    String metadata(String key) {
        String value = metadata.getOrDefault(key, "");
        if (value.length() > LONGEST) {
            throw bad("has " + value.length() + " characters of metadata \"" + key + "\" but expected " + LONGEST
                    + " at most");
        }
        return value;
    }

    /** The shape of an output; no sides if there is none of this name. */
    long[] output(String name) {
        return outputs.getOrDefault(name, new long[0]);
    }

    /** What the image's tensor looks like: four sides, the channels first. */
    long[] image() {
        long[] shape = inputs.size() == 1 ? inputs.values().iterator().next() : new long[0];
        if (shape.length != 4 || (shape[1] >= 0 && shape[1] != 3)) {
            throw bad("has the inputs " + some(inputs.keySet()) + " but expected one image, 1 x 3 x height x width");
        }
        return shape;
    }

    /** All that was found, for a message. */
    String found() {
        return "the inputs " + some(inputs.keySet()) + ", " + outputsInWords() + " and "
                + (metadata.isEmpty()
                        ? "no metadata"
                        : "the metadata "
                                + metadata.keySet().stream().limit(LISTED).collect(Collectors.joining(", ")));
    }

    String outputsInWords() {
        return "the outputs " + some(outputs.keySet());
    }

    private String some(Iterable<String> names) {
        StringBuilder text = new StringBuilder();
        int count = 0;
        for (String name : names) {
            if (count++ < LISTED) {
                text.append(count == 1 ? "" : ", ").append(described.get(name));
            }
        }
        return count > LISTED ? text + " and " + (count - LISTED) + " more" : text.toString();
    }

    BadInputException bad(String what) {
        return new BadInputException(file + ": " + what);
    }
}
