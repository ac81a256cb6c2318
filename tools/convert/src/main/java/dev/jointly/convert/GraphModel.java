package dev.jointly.convert;

import dev.jointly.vision.fixture.OnnxGraph.Tensor;
import java.util.List;
import java.util.Map;

/**
 * A TensorFlow.js graph model: operations that name their inputs, and the weights they use. Images are NHWC.
 *
 * @param weights by the name of the constant that stands for them
 */
record GraphModel(List<Node> nodes, Map<String, Tensor> weights) {

    /**
     * One operation; its only output has its name.
     *
     * @param texts attributes that are words, such as {@code padding}
     * @param numbers attributes that are integers, such as {@code strides}; one number is a list of one
     */
    record Node(
            String name,
            String op,
            List<String> inputs,
            Map<String, String> texts,
            Map<String, List<Integer>> numbers) {
        Node {
            inputs = List.copyOf(inputs);
            texts = Map.copyOf(texts);
            numbers = Map.copyOf(numbers);
        }
    }

    GraphModel {
        nodes = List.copyOf(nodes);
        weights = Map.copyOf(weights);
    }
}
