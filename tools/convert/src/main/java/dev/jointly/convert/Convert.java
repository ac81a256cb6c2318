package dev.jointly.convert;

import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.OnnxGraph;
import dev.jointly.vision.fixture.OnnxWriter;
import dev.jointly.vision.net.SinglePose;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The program: {@code Convert NAME SOURCE MODEL.json OUT.onnx}. */
public final class Convert {
    /** The nodes whose outputs are the raw heads of MoveNet MultiPose, in front of its own decoder. */
    static final List<String> MULTIPOSE_HEADS = List.of(
            "StatefulPartitionedCall/center_0/conv2d_4/BiasAdd",
            "StatefulPartitionedCall/box_scale_0/conv2d_5/BiasAdd",
            "StatefulPartitionedCall/box_offset_0/conv2d_6/BiasAdd",
            "StatefulPartitionedCall/kpt_heatmap_0/conv2d_7/BiasAdd",
            "StatefulPartitionedCall/kpt_regress_0/conv2d_8/BiasAdd",
            "StatefulPartitionedCall/kpt_offset_0/conv2d_9/BiasAdd");

    private Convert() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 4) {
            throw new IllegalArgumentException("usage: Convert NAME SOURCE MODEL.json OUT.onnx");
        }
        OnnxGraph graph = graph(args[0], args[1], Path.of(args[2]));
        Files.write(Path.of(args[3]), OnnxWriter.compactBytes(graph));
    }

    /**
     * The network in ONNX's terms.
     *
     * @param name decides where the graph is cut off
     * @param source becomes the graph's name
     * @param json its weights are in the same folder, in files whose names begin as its own or with "group"
     */
    static OnnxGraph graph(String name, String source, Path json) throws IOException {
        GraphModel model =
                GraphModelReader.read(source + ": " + json.getFileName(), Files.readAllBytes(json), shards(json));
        return switch (name) {
            case "openpose-mobilenet" -> Conversion.convert(source, model);
            case "movenet-multipose" -> Conversion.convert(source, model, MULTIPOSE_HEADS);
            case "movenet-thunder" -> Conversion.convert(source, model, SinglePose.HEADS);
            default ->
                throw new BadInputException("found network " + name
                        + " but expected one of openpose-mobilenet, movenet-multipose, movenet-thunder");
        };
    }

    private static Map<String, byte[]> shards(Path json) throws IOException {
        String stem = json.getFileName().toString().replaceFirst("\\.json$", "");
        Map<String, byte[]> shards = new HashMap<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(json.toAbsolutePath().getParent(), file -> {
                    String other = file.getFileName().toString();
                    return (other.startsWith(stem + ".") && !other.endsWith(".json")) || other.startsWith("group");
                })) {
            for (Path file : files) {
                shards.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return shards;
    }
}
