package dev.jointly.vision.convert;

import dev.jointly.vision.convert.GraphModel.Node;
import dev.jointly.vision.convert.GraphModel.Tensor;
import dev.jointly.vision.net.SinglePose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Networks that detect colours: every channel is a mixture of red, green and blue, averaged over squares. */
public final class TinyNetworks {
    private TinyNetworks() {}

    /**
     * A card: necks are red dots, heads are green ones, and the field from neck to head points up where it is blue.
     */
    public static final String CARD = """
            {"format": "jointly/model@1", "name": "colours", "network": "colours.onnx",
             "input": {"layout": "NCHW", "colours": "RGB", "mean": [0, 0, 0], "scale": [0.00392156862745098,
                       0.00392156862745098, 0.00392156862745098], "multipleOf": 4, "longSide": 160},
             "output": {"layout": "NCHW", "stride": 4, "channels": 4},
             "threshold": 0.1,
             "parts": [{"name": "neck", "channel": 0}, {"name": "head", "channel": 1}],
             "affinities": [{"parts": ["neck", "head"], "x": 2, "y": 3}],
             "anatomy": {"majors": ["neck"], "limbs": [["neck", "head"]]}}
            """;

    /** Channels by their shares of red, green and blue: red, green, nothing, blue downwards. */
    private static final float[][] MIXTURES = {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 0, -1}};

    /** The network of {@link #CARD}. */
    public static void write(Path file) throws IOException {
        write(file, 4, MIXTURES);
    }

    /** In the form of MoveNet Thunder: the centre and all joints are at the red dot on blue. */
    public static void writeSinglePose(Path file) throws IOException {
        List<Node> nodes = new ArrayList<>();
        Map<String, Tensor> weights = new HashMap<>();
        nodes.add(new Node("picture", "Placeholder", List.of(), Map.of(), Map.of()));
        int[] channels = {17, 1, 34, 34};
        for (int head = 0; head < channels.length; head++) {
            float[] kernel = new float[16 * 3 * channels[head]];
            for (int i = 0; head < 2 && i < kernel.length; i++) {
                // logits of 20 for red and -10 for blue; a dot has both
                kernel[i] = new float[] {20, 0, -10}[i / channels[head] % 3] / (255 * 16);
            }
            String name = SinglePose.HEADS.get(head);
            nodes.add(new Node(name + "/w", "Const", List.of(), Map.of(), Map.of()));
            nodes.add(new Node(
                    name,
                    "Conv2D",
                    List.of("picture", name + "/w"),
                    Map.of("padding", "SAME"),
                    Map.of("strides", List.of(1, 4, 4, 1))));
            weights.put(name + "/w", new Tensor(List.of(4, 4, 3, channels[head]), kernel));
        }
        GraphModel model = new GraphModel(nodes, weights);
        Files.write(file, OnnxWriter.bytes(Conversion.convert("red", model, SinglePose.HEADS)));
    }

    public static void write(Path file, int stride, float[]... mixtures) throws IOException {
        int channels = mixtures.length;
        float[] kernel = new float[stride * stride * 3 * channels];
        for (int i = 0; i < kernel.length; i++) {
            kernel[i] = mixtures[i % channels][i / channels % 3] / (stride * stride);
        }
        GraphModel model = new GraphModel(
                List.of(
                        new Node("picture", "Placeholder", List.of(), Map.of(), Map.of()),
                        new Node("mixtures", "Const", List.of(), Map.of(), Map.of()),
                        new Node(
                                "seen",
                                "Conv2D",
                                List.of("picture", "mixtures"),
                                Map.of("padding", "SAME"),
                                Map.of("strides", List.of(1, stride, stride, 1)))),
                Map.of("mixtures", new Tensor(List.of(stride, stride, 3, channels), kernel)));
        Files.write(file, OnnxWriter.bytes(Conversion.convert("colours", model)));
    }
}
