package dev.jointly.convert;

import dev.jointly.convert.GraphModel.Node;
import dev.jointly.io.BadInputException;
import dev.jointly.vision.fixture.OnnxGraph.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of a TensorFlow.js graph that its outputs need, in plain operations: what TensorFlow.js fused is taken apart, an
 * enlargement whose size is computed from a shape becomes an {@code Upsample} by a factor, and what only adds or removes the
 * side of the batch becomes an {@code Identity}.
 */
final class PlainGraph {
    private final String name;
    private final GraphModel model;
    private final Map<String, Node> byName = new HashMap<>();
    private final List<Node> plain = new ArrayList<>();

    private PlainGraph(String name, GraphModel model) {
        this.name = name;
        this.model = model;
        for (Node node : model.nodes()) {
            if (byName.put(node.name(), node) != null) {
                throw bad("found two nodes " + node.name() + " but expected one of each name");
            }
        }
    }

    /**
     * The nodes that are needed, each behind those it uses, as ONNX wants them.
     *
     * @param ends names of the outputs; behind them the graph is cut off
     */
    static List<Node> of(String name, GraphModel model, List<String> ends) {
        PlainGraph graph = new PlainGraph(name, model);
        return graph.inOrder(graph.upTo(ends));
    }

    /** The only node that no other uses. */
    static String end(String name, GraphModel model) {
        Set<String> used = new HashSet<>();
        model.nodes().forEach(node -> used.addAll(node.inputs()));
        List<String> ends = model.nodes().stream()
                .filter(node -> !node.op().equals("Const"))
                .map(Node::name)
                .filter(node -> !used.contains(node))
                .toList();
        if (ends.size() != 1) {
            throw new BadInputException(name + ": found " + ends.size() + " outputs " + ends + " but expected one");
        }
        return ends.get(0);
    }

    private List<Node> inOrder(List<Node> nodes) {
        List<Node> ordered = new ArrayList<>();
        Set<String> done = new HashSet<>();
        List<Node> waiting = nodes;
        while (!waiting.isEmpty()) {
            List<Node> later = new ArrayList<>();
            for (Node node : waiting) {
                if (done.containsAll(node.inputs())) {
                    ordered.add(node);
                    done.add(node.name());
                } else {
                    later.add(node);
                }
            }
            if (later.size() == waiting.size()) {
                throw bad("some of the nodes "
                        + later.stream().map(Node::name).limit(10).toList() + " use each other in a circle");
            }
            waiting = later;
        }
        return ordered;
    }

    private List<Node> upTo(List<String> ends) {
        Set<String> met = new HashSet<>(ends);
        Deque<String> open = new ArrayDeque<>(ends);
        while (!open.isEmpty()) {
            String next = open.remove();
            Node node = byName.get(next);
            if (node == null) {
                throw bad(
                        ends.contains(next)
                                ? "has no node " + next + ", which is to be an output"
                                : "has no node " + next + " but another uses it");
            }
            Node first = simple(node);
            first.inputs().stream().filter(met::add).forEach(open::add);
            addPlain(first);
        }
        return plain;
    }

    private Node simple(Node node) {
        return switch (node.op()) {
            case "ResizeBilinear" -> enlarged(node);
            case "Unpack" -> ofBatch(node, node.numbers().getOrDefault("axis", List.of(0)));
            case "Squeeze" -> ofBatch(node, node.numbers().getOrDefault("squeeze_dims", List.of()));
            case "ExpandDims" -> ofBatch(node, numbers(node, 1));
            default -> node;
        };
    }

    /** There is one image, so its batch has one member. */
    private Node ofBatch(Node node, List<Integer> sides) {
        if (!sides.equals(List.of(0))) {
            throw bad("node " + node.name() + ", a " + node.op() + ", is about sides " + sides
                    + " but expected 0, the batch");
        }
        return new Node(node.name(), "Identity", List.of(input(node, 0)), Map.of(), Map.of());
    }

    private void addPlain(Node node) {
        switch (node.op()) {
            case "_FusedConv2D" -> takeApart(node, "Conv2D");
            case "FusedDepthwiseConv2dNative" -> takeApart(node, "DepthwiseConv2dNative");
            default -> plain.add(node);
        }
    }

    /** A convolution, and behind it one operation after another; the last keeps the name. */
    private void takeApart(Node node, String convolution) {
        List<String> operations =
                List.of(node.texts().getOrDefault("fused_ops", "").split(",", -1));
        boolean biased = operations.get(0).equals("BiasAdd");
        if (!biased || operations.size() > 2 || node.inputs().size() != 3) {
            throw bad("node " + node.name() + " fuses " + operations + " with inputs " + node.inputs()
                    + " but expected BiasAdd, one other operation at most, and three inputs");
        }
        String convolved = node.name() + "/convolved";
        String summed = operations.size() == 1 ? node.name() : node.name() + "/biased";
        plain.add(new Node(convolved, convolution, node.inputs().subList(0, 2), node.texts(), node.numbers()));
        plain.add(new Node(summed, "BiasAdd", List.of(convolved, node.inputs().get(2)), node.texts(), Map.of()));
        if (operations.size() == 2) {
            plain.add(new Node(node.name(), operations.get(1), List.of(summed), Map.of(), Map.of()));
        }
    }

    /** To a size that is known, or by a factor. */
    private Node enlarged(Node node) {
        if (!node.texts().getOrDefault("half_pixel_centers", "false").equals("true")
                || !node.texts().getOrDefault("align_corners", "false").equals("false")) {
            throw bad("node " + node.name() + " must have half_pixel_centers, and no align_corners");
        }
        if (!model.weights().containsKey(input(node, 1))) {
            return upsample(node);
        }
        List<Integer> size = numbers(node, 1);
        if (size.size() != 2 || size.get(0) < 1 || size.get(1) < 1) {
            throw bad("node " + node.name() + " enlarges to " + size + " but expected a height and a width");
        }
        return new Node(node.name(), "Resize", List.of(input(node, 0)), Map.of(), Map.of("size", size));
    }

    /** The size must be height and width of the very maps that are enlarged, times a constant. */
    private Node upsample(Node node) {
        String from = input(node, 0);
        Node product = producer(node, 1, "Mul");
        Node slice = producer(product, 0, "StridedSlice");
        Node shape = producer(slice, 0, "Shape");
        boolean heightAndWidth = numbers(slice, 1).equals(List.of(1))
                && numbers(slice, 2).equals(List.of(3))
                && numbers(slice, 3).equals(List.of(1));
        List<Integer> factors = numbers(product, 1);
        boolean plainFactors = factors.size() == 2 && factors.get(0) > 0 && factors.get(1) > 0;
        if (!input(shape, 0).equals(from) || !heightAndWidth || !plainFactors) {
            throw bad("node " + node.name() + " enlarges " + from
                    + " to a size that is not a multiple of its own height and width");
        }
        return new Node(node.name(), "Upsample", List.of(from), Map.of(), Map.of("factors", factors));
    }

    private Node producer(Node node, int position, String op) {
        Node producer = byName.get(input(node, position));
        if (producer == null || !producer.op().equals(op)) {
            throw bad("node " + node.name() + ", a " + node.op() + ", has input " + input(node, position)
                    + " but expected a " + op + " there");
        }
        return producer;
    }

    private List<Integer> numbers(Node node, int position) {
        Tensor tensor = model.weights().get(input(node, position));
        if (tensor == null || tensor.values().length > 4) {
            throw bad("node " + node.name() + ", a " + node.op() + ", needs a few numbers as input " + position);
        }
        List<Integer> numbers = new ArrayList<>();
        for (float value : tensor.values()) {
            numbers.add(Math.round(value));
        }
        return numbers;
    }

    private String input(Node node, int position) {
        if (position >= node.inputs().size()) {
            throw bad("node " + node.name() + ", a " + node.op() + ", lacks input " + position);
        }
        return node.inputs().get(position);
    }

    private BadInputException bad(String what) {
        return new BadInputException(name + ": " + what);
    }
}
