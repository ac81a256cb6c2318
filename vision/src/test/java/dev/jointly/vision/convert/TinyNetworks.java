package dev.jointly.vision.convert;

import dev.jointly.vision.convert.GraphModel.Node;
import dev.jointly.vision.convert.GraphModel.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
