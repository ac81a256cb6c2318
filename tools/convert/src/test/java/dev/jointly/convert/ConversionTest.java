package dev.jointly.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OrtException;
import dev.jointly.convert.GraphModel.Node;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.OnnxGraph;
import dev.jointly.vision.fixture.OnnxGraph.Tensor;
import dev.jointly.vision.fixture.OnnxWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Small graphs, converted and run; what they must answer is worked out by hand. */
class ConversionTest {
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Tensor> weights = new HashMap<>();

    private ConversionTest op(String name, String op, String... inputs) {
        return windowed(name, op, "SAME", 1, 0, inputs);
    }

    private ConversionTest windowed(String name, String op, String padding, int stride, int size, String... inputs) {
        Map<String, List<Integer>> numbers = new HashMap<>(Map.of("strides", List.of(1, stride, stride, 1)));
        if (size > 0) {
            numbers.put("ksize", List.of(1, size, size, 1));
        }
        nodes.add(new Node(name, op, List.of(inputs), Map.of("padding", padding, "data_format", "NHWC"), numbers));
        return this;
    }

    private ConversionTest constant(String name, List<Integer> shape, float... values) {
        weights.put(name, new Tensor(shape, values));
        return op(name, "Const");
    }

    private OnnxGraph converted() {
        return Conversion.convert("tiny", new GraphModel(nodes, weights));
    }

    private Onnx.Answer run(int height, int width, float... image) throws OrtException {
        try (Onnx onnx = new Onnx(OnnxWriter.bytes(converted()))) {
            return onnx.run(height, width, image);
        }
    }

    @Test
    void aPointwiseConvolutionWithBiasAndRelu() throws OrtException {
        // out 0 = red - blue, out 1 = green + 2 blue; as TensorFlow lays it: [in][out]
        op("image", "Placeholder")
                .constant("w", List.of(1, 1, 3, 2), 1, 0, 0, 1, -1, 2)
                .constant("b", List.of(2), 0.5f, -1)
                .op("conv", "Conv2D", "image", "w")
                .op("biased", "BiasAdd", "conv", "b")
                .op("out", "Relu", "biased");
        Onnx.Answer answer = run(1, 2, /* red */ 3, 1, /* green */ 5, 0, /* blue */ 2, 7);
        assertThat(answer.shape()).containsExactly(1, 2, 1, 2);
        // 3 - 2 + 0.5, 1 - 7 + 0.5 -> 0; 5 + 4 - 1, 0 + 14 - 1
        assertThat(answer.values()).containsExactly(1.5f, 0, 8, 13);
    }

    @Test
    void aKernelIsTurnedAndPaddedAsTensorFlowDoes() throws OrtException {
        // 2 x 2 kernel on the first channel only: 1 10 / 100 1000
        float[] kernel = new float[2 * 2 * 3];
        kernel[0] = 1;
        kernel[3] = 10;
        kernel[6] = 100;
        kernel[9] = 1000;
        op("image", "Placeholder").constant("w", List.of(2, 2, 3, 1), kernel).op("out", "Conv2D", "image", "w");
        // 2 x 2 image 1 2 / 3 4; SAME pads below and to the right
        Onnx.Answer answer = run(2, 2, 1, 2, 3, 4, 9, 9, 9, 9, 9, 9, 9, 9);
        assertThat(answer.shape()).containsExactly(1, 1, 2, 2);
        assertThat(answer.values()).containsExactly(4321, 2 + 400, 3 + 40, 4);
    }

    @Test
    void aDepthwiseConvolutionKeepsChannelsApart() throws OrtException {
        // multiplier 2: [channel][multiplier]
        op("image", "Placeholder")
                .constant("w", List.of(1, 1, 3, 2), 1, 2, 3, 4, 5, 6)
                .windowed("out", "DepthwiseConv2dNative", "SAME", 2, 0, "image", "w");
        // stride 2: the top left pixel of each channel remains
        Onnx.Answer answer = run(2, 2, 1, 0, 0, 0, 10, 0, 0, 0, 100, 0, 0, 0);
        assertThat(answer.shape()).containsExactly(1, 6, 1, 1);
        assertThat(answer.values()).containsExactly(1, 2, 30, 40, 500, 600);
    }

    @Test
    void poolingAndJoiningInAnyOrderOfNodes() throws OrtException {
        op("image", "Placeholder")
                .constant("axis", List.of(), 3)
                .windowed("pool", "MaxPool", "SAME", 2, 2, "image")
                .windowed("valid", "MaxPool", "VALID", 2, 2, "image")
                .op("out", "ConcatV2", "pool", "valid", "axis");
        Collections.reverse(nodes);
        Onnx.Answer answer = run(2, 2, 1, 2, 3, 4, 8, 7, 6, 5, -1, -2, -3, -4);
        assertThat(answer.shape()).containsExactly(1, 6, 1, 1);
        assertThat(answer.values()).containsExactly(4, 8, -1, 4, 8, -1);
        assertThat(converted().outputs()).containsExactly(new OnnxGraph.Maps("out", 6));
    }

    private ConversionTest fused(String name, String op, String operations, String... inputs) {
        nodes.add(new Node(
                name,
                op,
                List.of(inputs),
                Map.of("padding", "SAME", "fused_ops", operations),
                Map.of("strides", List.of(1, 1, 1, 1))));
        return this;
    }

    @Test
    void whatIsFusedIsTakenApart() throws OrtException {
        op("image", "Placeholder")
                .constant("w", List.of(1, 1, 3, 2), 1, 0, 0, 1, 0, 0)
                .constant("b", List.of(2), 1, -10)
                .constant("d", List.of(1, 1, 2, 1), 2, -1)
                .constant("e", List.of(2), 0, 0.5f)
                .fused("first", "_FusedConv2D", "BiasAdd,Relu6", "image", "w", "b")
                .fused("out", "FusedDepthwiseConv2dNative", "BiasAdd", "first", "d", "e");
        // red 3 and 9 + 1, at most 6; green 14 and 5 - 10, at least 0; then times 2, and times -1 plus a half
        Onnx.Answer answer = run(1, 2, /* red */ 3, 9, /* green */ 14, 5, /* blue */ 7, 7);
        assertThat(answer.values()).containsExactly(8, 12, -3.5f, 0.5f);
    }

    @Test
    void numbersAndMapsAreCombined() throws OrtException {
        op("image", "Placeholder")
                .constant("mean", List.of(1, 1, 1, 3), 1, 2, 3)
                .constant("scale", List.of(), 2)
                .op("shifted", "Sub", "image", "mean")
                .op("scaled", "Mul", "shifted", "scale")
                .op("out", "AddV2", "scaled", "image");
        Onnx.Answer answer = run(1, 1, 10, 20, 30);
        assertThat(answer.values()).containsExactly(28, 56, 84);
    }

    private ConversionTest enlarged(String shapeOf, boolean halfPixels) {
        op("image", "Placeholder")
                .op("copy", "Relu", "image")
                .constant("one", List.of(1), 1)
                .constant("three", List.of(1), 3)
                .constant("twice", List.of(2), 2, 2)
                .op("shape", "Shape", shapeOf)
                .op("sides", "StridedSlice", "shape", "one", "three", "one")
                .op("size", "Mul", "sides", "twice");
        return enlargedTo("size", halfPixels);
    }

    private ConversionTest enlargedTo(String size) {
        return enlargedTo(size, true);
    }

    private ConversionTest enlargedTo(String size, boolean halfPixels) {
        nodes.add(new Node(
                "out",
                "ResizeBilinear",
                List.of("image", size),
                Map.of("half_pixel_centers", String.valueOf(halfPixels), "align_corners", "false"),
                Map.of()));
        return this;
    }

    private Onnx.Answer runUpToOut(int height, int width, float... image) throws OrtException {
        OnnxGraph graph = Conversion.convert("tiny", new GraphModel(nodes, weights), List.of("out"));
        try (Onnx onnx = new Onnx(OnnxWriter.bytes(graph))) {
            return onnx.run(height, width, image);
        }
    }

    @Test
    void enlargedByTheOwnShapeTimesTwo() throws OrtException {
        enlarged("image", true);
        Onnx.Answer answer = runUpToOut(1, 2, 0, 4, 8, 8, 0, 40);
        assertThat(answer.shape()).containsExactly(1, 3, 2, 4);
        // places 0.25, 0.75, 1.25, 1.75 less a half: -0.25, 0.25, 0.75, 1.25 of the old ones, ends repeated
        assertThat(Arrays.copyOf(answer.values(), 8)).containsExactly(0, 1, 3, 4, 0, 1, 3, 4);
        assertThat(Arrays.copyOfRange(answer.values(), 16, 20)).containsExactly(0, 10, 30, 40);
    }

    @Test
    void enlargedToASizeOfItsOwn() throws OrtException {
        op("image", "Placeholder").constant("size", List.of(2), 2, 4).enlargedTo("size");
        Onnx.Answer answer = runUpToOut(1, 2, 0, 4, 8, 8, 0, 40);
        assertThat(answer.shape()).containsExactly(1, 3, 2, 4);
        assertThat(Arrays.copyOf(answer.values(), 8)).containsExactly(0, 1, 3, 4, 0, 1, 3, 4);
        nodes.clear();
        op("image", "Placeholder").constant("size", List.of(3), 2, 4, 3).enlargedTo("size");
        assertThatThrownBy(() -> runUpToOut(1, 2, 0, 4, 8, 8, 0, 40))
                .hasMessage("tiny: node out enlarges to [2, 4, 3] but expected a height and a width");
    }

    @Test
    void theSideOfTheBatchMayComeAndGo() throws OrtException {
        op("image", "Placeholder")
                .constant("batch", List.of(), 0)
                .sided("unpacked", "Unpack", "axis", 0, "image")
                .op("packed", "ExpandDims", "unpacked", "batch")
                .sided("squeezed", "Squeeze", "squeeze_dims", 0, "packed")
                .op("again", "ExpandDims", "squeezed", "batch")
                .op("out", "Relu", "again");
        assertThat(runUpToOut(1, 1, 1, -2, 3).values()).containsExactly(1, 0, 3);
        nodes.clear();
        op("image", "Placeholder").sided("out", "Unpack", "axis", 3, "image");
        assertThatThrownBy(() -> runUpToOut(1, 1, 1, 2, 3))
                .hasMessage("tiny: node out, a Unpack, is about sides [3] but expected 0, the batch");
    }

    private ConversionTest sided(String name, String op, String attribute, int side, String input) {
        nodes.add(new Node(name, op, List.of(input), Map.of(), Map.of(attribute, List.of(side))));
        return this;
    }

    @Test
    void otherEnlargementsAreRefused() {
        enlarged("copy", true);
        assertThatThrownBy(() -> runUpToOut(1, 1, 1, 2, 3))
                .hasMessage(
                        "tiny: node out enlarges image to a size that is not a multiple of its own height and width");
        nodes.clear();
        enlarged("image", false);
        assertThatThrownBy(() -> runUpToOut(1, 1, 1, 2, 3))
                .hasMessage("tiny: node out must have half_pixel_centers, and no align_corners");
    }

    @Test
    void whatComesBehindTheOutputsIsCutOff() {
        op("image", "Placeholder")
                .op("a", "Relu", "image")
                .op("b", "Relu6", "image")
                .op("decoded", "TopKV2", "a", "b");
        OnnxGraph graph = Conversion.convert("tiny", new GraphModel(nodes, weights), List.of("b", "a"));
        assertThat(graph.outputs()).containsExactly(new OnnxGraph.Maps("b", 3), new OnnxGraph.Maps("a", 3));
        assertThat(graph.nodes()).extracting(OnnxGraph.Node::op).containsExactlyInAnyOrder("Relu", "Clip");
    }

    @Test
    void theSameGraphGivesTheSameBytes() {
        op("image", "Placeholder").constant("w", List.of(1, 1, 3, 1), 1, 2, 3).op("out", "Conv2D", "image", "w");
        assertThat(OnnxWriter.bytes(converted())).isEqualTo(OnnxWriter.bytes(converted()));
    }

    @Test
    void whatCannotBeConvertedIsNamed() {
        op("image", "Placeholder").op("x", "Softmax", "image");
        refused("tiny: node x is a Softmax but only");
    }

    @Test
    void aCircleIsNoGraph() {
        op("image", "Placeholder").op("a", "Relu", "b").op("b", "Relu", "a").op("end", "AddV2", "image", "a");
        refused("tiny: some of the nodes [end, a, b] use each other in a circle");
    }

    @Test
    void aNodeThatIsNotThere() {
        op("image", "Placeholder").op("end", "AddV2", "image", "a");
        refused("tiny: has no node a but another uses it");
        assertThatThrownBy(() -> Conversion.convert("tiny", new GraphModel(nodes, weights), List.of("head")))
                .isInstanceOf(BadInputException.class)
                .hasMessage("tiny: has no node head, which is to be an output");
    }

    @Test
    void shapesMustFit() {
        op("image", "Placeholder")
                .constant("w", List.of(1, 1, 4, 1), 1, 2, 3, 4)
                .op("c", "Conv2D", "image", "w");
        refused("tiny: node c convolves 4 channels but image has 3");
    }

    @Test
    void twoOutputsAreOneTooMany() {
        op("image", "Placeholder").op("a", "Relu", "image").op("b", "Relu", "image");
        refused("tiny: found 2 outputs [a, b] but expected one");
    }

    private void refused(String message) {
        assertThatThrownBy(this::converted)
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(message);
    }
}
