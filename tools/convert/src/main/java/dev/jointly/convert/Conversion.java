package dev.jointly.convert;

import dev.jointly.convert.GraphModel.Node;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.OnnxGraph;
import dev.jointly.vision.fixture.OnnxGraph.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * From a TensorFlow.js graph to an ONNX one. Images turn from NHWC to NCHW throughout, so nothing is transposed when the
 * network runs; TensorFlow's "SAME" padding becomes {@code SAME_UPPER}, which keeps it at any size of image.
 */
final class Conversion {
    private static final String SUPPORTED =
            "Placeholder, Const, Cast, Conv2D, DepthwiseConv2dNative (also fused with BiasAdd and Relu or Relu6), BiasAdd, "
                    + "AddV2, Sub, Mul, Relu, Relu6, MaxPool, ResizeBilinear, ConcatV2 and Identity";

    /** ONNX's number of this type. */
    private static final int INT64 = 7;

    private final String name;
    private final GraphModel model;
    private final List<OnnxGraph.Node> nodes = new ArrayList<>();
    private final Map<String, Tensor> weights = new LinkedHashMap<>();
    /** Channels of every map that is known so far, by name. */
    private final Map<String, Integer> channels = new HashMap<>();

    private OnnxGraph.@Nullable Maps input;

    private Conversion(String name, GraphModel model) {
        this.name = name;
        this.model = model;
    }

    /** The whole of a graph with one output. */
    static OnnxGraph convert(String name, GraphModel model) {
        return convert(name, model, List.of(PlainGraph.end(name, model)));
    }

    /**
     * A graph up to these outputs.
     *
     * @param name of the model, for messages and for the graph
     */
    static OnnxGraph convert(String name, GraphModel model, List<String> outputs) {
        return new Conversion(name, model).graph(outputs);
    }

    private OnnxGraph graph(List<String> ends) {
        PlainGraph.of(name, model, ends).forEach(this::convert);
        if (input == null) {
            throw bad("found no Placeholder but expected one, the image");
        }
        List<OnnxGraph.Maps> outputs = ends.stream()
                .map(end -> new OnnxGraph.Maps(end, channelsOf(end)))
                .toList();
        return new OnnxGraph(name, input, outputs, nodes, weights);
    }

    private void convert(Node node) {
        switch (node.op()) {
            case "Const" -> {}
            case "Placeholder" -> placeholder(node);
            case "Conv2D" -> convolution(node, false);
            case "DepthwiseConv2dNative" -> convolution(node, true);
            case "BiasAdd" -> bias(node);
            case "Relu" -> same(node, OnnxGraph.Node.of("Relu", maps(node, 1), node.name()));
            case "Relu6" -> between0And6(node);
            case "Cast" -> cast(node);
            case "Identity" -> same(node, OnnxGraph.Node.of("Identity", maps(node, 1), node.name()));
            case "AddV2" -> elementwise(node, "Add");
            case "Sub", "Mul" -> elementwise(node, node.op());
            case "Upsample" -> upsample(node);
            case "Resize" -> resize(node);
            case "MaxPool" -> pool(node);
            case "ConcatV2" -> concatenation(node);
            default ->
                throw bad(
                        "node " + node.name() + " is a " + node.op() + " but only " + SUPPORTED + " can be converted");
        }
    }

    private void placeholder(Node node) {
        if (input != null) {
            throw bad("found a second Placeholder " + node.name() + " but expected one, the image");
        }
        input = new OnnxGraph.Maps(node.name(), 3);
        channels.put(node.name(), 3);
    }

    private void same(Node node, OnnxGraph.Node converted) {
        emit(converted, channelsOf(node.inputs().get(0)));
    }

    /** Height, width, in, out becomes out, in, height, width; of a depthwise one, in x multiplier maps, one in each. */
    private void convolution(Node node, boolean depthwise) {
        String from = maps(node, 2).get(0);
        Tensor kernel = weightsOf(node, 4);
        int height = kernel.shape().get(0);
        int width = kernel.shape().get(1);
        int in = kernel.shape().get(2);
        int last = kernel.shape().get(3);
        if (in != channelsOf(from)) {
            throw bad(
                    "node " + node.name() + " convolves " + in + " channels but " + from + " has " + channelsOf(from));
        }
        int out = depthwise ? in * last : last;
        List<Integer> shape = List.of(out, depthwise ? 1 : in, height, width);
        float[] turned = new float[kernel.values().length];
        for (int i = 0; i < turned.length; i++) {
            int cell = i / (in * last);
            int inner = i % (in * last);
            // depthwise: the output map is the input's and the multiplier's place together, as they already lie
            int to = depthwise ? inner : (inner % last) * in + inner / last;
            turned[to * height * width + cell] = kernel.values()[i];
        }
        String kernelName = constant(node.name() + "/kernel", new Tensor(shape, turned));
        emit(
                window(node, OnnxGraph.Node.of("Conv", List.of(from, kernelName), node.name()))
                        .with("kernel_shape", List.of(height, width))
                        .with("dilations", inPlane(node, "dilations"))
                        .with("group", depthwise ? in : 1),
                out);
    }

    private void bias(Node node) {
        requireNhwc(node);
        String from = maps(node, 2).get(0);
        Tensor bias = weightsOf(node, 1);
        int size = bias.values().length;
        if (size != channelsOf(from)) {
            throw bad("node " + node.name() + " adds " + size + " numbers to " + channelsOf(from) + " channels");
        }
        List<Integer> shape = List.of(1, size, 1, 1);
        String added = constant(node.name() + "/bias", new Tensor(shape, bias.values()));
        emit(OnnxGraph.Node.of("Add", List.of(from, added), node.name()), size);
    }

    private void between0And6(Node node) {
        String from = maps(node, 1).get(0);
        String least = constant("relu6/least", new Tensor(List.of(), new float[] {0}));
        String most = constant("relu6/most", new Tensor(List.of(), new float[] {6}));
        same(node, OnnxGraph.Node.of("Clip", List.of(from, least, most), node.name()));
    }

    /** What the converted network is shown are floats already. */
    private void cast(Node node) {
        if (!node.texts().getOrDefault("DstT", "").equals("DT_FLOAT")) {
            throw bad("node " + node.name() + " is a Cast to " + node.texts().get("DstT") + " but expected DT_FLOAT");
        }
        same(node, OnnxGraph.Node.of("Identity", maps(node, 1), node.name()));
    }

    /** Of two stacks of maps, or of maps and a constant: one number, or one for each channel. */
    private void elementwise(Node node, String op) {
        String from = maps(node, 2).get(0);
        String other = node.inputs().get(1);
        int count = channelsOf(from);
        Tensor numbers = model.weights().get(other);
        if (numbers != null) {
            float[] values = numbers.values();
            boolean perChannel = values.length == count
                    && !numbers.shape().isEmpty()
                    && numbers.shape().get(numbers.shape().size() - 1) == count;
            if (values.length != 1 && !perChannel) {
                throw bad("node " + node.name() + " combines " + count + " channels with numbers of shape "
                        + numbers.shape() + " but expected one number, or one for each channel");
            }
            other = constant(node.name() + "/numbers", new Tensor(List.of(1, values.length, 1, 1), values));
        } else if (channelsOf(other) != count) {
            throw bad("node " + node.name() + " combines " + count + " channels with " + channelsOf(other));
        }
        emit(OnnxGraph.Node.of(op, List.of(from, other), node.name()), count);
    }

    private void upsample(Node node) {
        List<Integer> factors = node.numbers().getOrDefault("factors", List.of(1, 1));
        String scales = constant(
                node.name() + "/scales", new Tensor(List.of(4), new float[] {1, 1, factors.get(0), factors.get(1)}));
        // the empty name stands for the region of interest, which is not used
        same(node, linear(OnnxGraph.Node.of("Resize", List.of(maps(node, 1).get(0), "", scales), node.name())));
    }

    /** Holds for one size of image only. */
    private void resize(Node node) {
        List<Integer> size = node.numbers().getOrDefault("size", List.of(1, 1));
        String from = maps(node, 1).get(0);
        String sides = constant(
                node.name() + "/sides",
                new Tensor(List.of(4), new float[] {1, channelsOf(from), size.get(0), size.get(1)}));
        String whole = node.name() + "/size";
        nodes.add(OnnxGraph.Node.of("Cast", List.of(sides), whole).with("to", INT64));
        same(node, linear(OnnxGraph.Node.of("Resize", List.of(from, "", "", whole), node.name())));
    }

    private static OnnxGraph.Node linear(OnnxGraph.Node resize) {
        return resize.with("mode", "linear").with("coordinate_transformation_mode", "half_pixel");
    }

    private void pool(Node node) {
        same(
                node,
                window(node, OnnxGraph.Node.of("MaxPool", maps(node, 1), node.name()))
                        .with("kernel_shape", inPlane(node, "ksize")));
    }

    private void concatenation(Node node) {
        int last = node.inputs().size() - 1;
        Tensor axis = weightsOf(node, last, 0);
        int channelAxis = Math.round(axis.values()[0]);
        if (channelAxis != 3 && channelAxis != -1) {
            throw bad("node " + node.name() + " joins along side " + channelAxis
                    + " but only channels, 3, can be joined");
        }
        List<String> parts = maps(node, last + 1).subList(0, last);
        int sum = parts.stream().mapToInt(this::channelsOf).sum();
        emit(OnnxGraph.Node.of("Concat", parts, node.name()).with("axis", 1), sum);
    }

    private OnnxGraph.Node window(Node node, OnnxGraph.Node converted) {
        requireNhwc(node);
        String padding = node.texts().getOrDefault("padding", "missing");
        if (!padding.equals("SAME") && !padding.equals("VALID")) {
            throw bad("node " + node.name() + " has padding " + padding + " but expected SAME or VALID");
        }
        return converted
                .with("auto_pad", padding.equals("SAME") ? "SAME_UPPER" : "VALID")
                .with("strides", inPlane(node, "strides"));
    }

    private void requireNhwc(Node node) {
        String layout = node.texts().getOrDefault("data_format", "NHWC");
        if (!layout.equals("NHWC")) {
            throw bad("node " + node.name() + " has data_format " + layout + " but expected NHWC");
        }
    }

    /** Height and width of an attribute that has a number for each side of NHWC. */
    private List<Integer> inPlane(Node node, String attribute) {
        List<Integer> sides = node.numbers().getOrDefault(attribute, List.of(1, 1, 1, 1));
        boolean plain =
                sides.size() == 4 && sides.get(0) == 1 && sides.get(3) == 1 && sides.get(1) > 0 && sides.get(2) > 0;
        if (!plain) {
            throw bad(
                    "node " + node.name() + " has " + attribute + " " + sides + " but expected [1, height, width, 1]");
        }
        return sides.subList(1, 3);
    }

    /** The inputs of a node that must have so many. */
    private List<String> maps(Node node, int count) {
        if (node.inputs().size() != count) {
            throw bad("node " + node.name() + " has inputs " + node.inputs() + " but expected " + count);
        }
        return node.inputs();
    }

    private Tensor weightsOf(Node node, int sides) {
        return weightsOf(node, 1, sides);
    }

    private Tensor weightsOf(Node node, int position, int sides) {
        Tensor tensor = position < 0 || position >= node.inputs().size()
                ? null
                : model.weights().get(node.inputs().get(position));
        if (tensor == null || tensor.shape().size() != sides) {
            throw bad("node " + node.name() + ", a " + node.op() + ", needs weights with " + sides + " sides as input "
                    + position);
        }
        return tensor;
    }

    private int channelsOf(String map) {
        Integer count = channels.get(map);
        if (count == null) {
            throw bad("found " + map + " where maps were expected");
        }
        return count;
    }

    private String constant(String constant, Tensor tensor) {
        weights.put(constant, tensor);
        return constant;
    }

    private void emit(OnnxGraph.Node node, int count) {
        nodes.add(node);
        channels.put(node.output(), count);
    }

    private BadInputException bad(String what) {
        return new BadInputException(name + ": " + what);
    }
}
