package dev.jointly.vision.convert;

import dev.jointly.vision.convert.GraphModel.Tensor;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** As much of an ONNX graph as a network of convolutions needs: one image in, stacks of maps out, all float. */
record OnnxGraph(String name, Maps input, List<Maps> outputs, List<Node> nodes, Map<String, Tensor> weights) {

    /** A value of shape 1 x channels x any height x any width. */
    record Maps(String name, int channels) {}

    /**
     * One operation.
     *
     * @param texts attributes that are words
     * @param numbers attributes that are one integer
     * @param lists attributes that are lists of integers
     */
    record Node(
            String op,
            List<String> inputs,
            String output,
            SortedMap<String, String> texts,
            SortedMap<String, Integer> numbers,
            SortedMap<String, List<Integer>> lists) {

        /** An operation without attributes yet. */
        static Node of(String op, List<String> inputs, String output) {
            return new Node(op, List.copyOf(inputs), output, new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        }

        Node with(String attribute, String text) {
            texts.put(attribute, text);
            return this;
        }

        Node with(String attribute, int number) {
            numbers.put(attribute, number);
            return this;
        }

        Node with(String attribute, List<Integer> list) {
            lists.put(attribute, List.copyOf(list));
            return this;
        }
    }

    OnnxGraph {
        outputs = List.copyOf(outputs);
        nodes = List.copyOf(nodes);
    }
}
