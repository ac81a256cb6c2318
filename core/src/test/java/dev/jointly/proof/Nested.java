package dev.jointly.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/** A tree of decisions whose nodes hold their children: easier to build and to bend than a list. Without recursion. */
public sealed interface Nested {
    /** Both answers to one question. */
    record Branch(Decision decision, Nested in, Nested out) implements Nested {}

    /** A leaf as in {@link Proof.Leaf}. */
    record Leaf(int shift, long[] lambda1, long[] lambda3, long[] sigma) implements Nested {
        /** In a tree without cuts. */
        public Leaf(int shift, long[] lambda1, long[] lambda3) {
            this(shift, lambda1, lambda3, new long[0]);
        }

        /** With lambda1 alone. */
        public static Leaf of(long... lambda1) {
            return new Leaf(0, lambda1, new long[lambda1.length]);
        }
    }

    /** A node that waits for its place in the list. */
    record Waiting(Nested node, int parent, boolean in) {}

    /** As a list: a node, all that is below its "in", all that is below its "out". */
    static Proof.Tree tree(int[] detections, Nested root) {
        return tree(detections, root, size -> size - 1);
    }

    /** As a list in one of the orders in which parents come before their children. */
    static Proof.Tree tree(int[] detections, Nested root, Random random) {
        return tree(detections, root, random::nextInt);
    }

    /** @param choice which of so many waiting nodes comes next */
    private static Proof.Tree tree(int[] detections, Nested root, IntUnaryOperator choice) {
        List<Nested> order = new ArrayList<>();
        List<int[]> children = new ArrayList<>();
        List<Waiting> waiting = new ArrayList<>(List.of(new Waiting(root, -1, false)));
        while (!waiting.isEmpty()) {
            int chosen = choice.applyAsInt(waiting.size());
            Waiting next = waiting.get(chosen);
            Waiting last = waiting.remove(waiting.size() - 1);
            if (chosen < waiting.size()) {
                waiting.set(chosen, last);
            }
            int at = order.size();
            order.add(next.node());
            children.add(new int[2]);
            if (next.parent() >= 0) {
                children.get(next.parent())[next.in() ? 0 : 1] = at;
            }
            if (next.node() instanceof Branch branch) {
                waiting.add(new Waiting(branch.out(), at, false));
                waiting.add(new Waiting(branch.in(), at, true));
            }
        }
        List<Proof.Node> nodes = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            if (order.get(i) instanceof Branch branch) {
                nodes.add(new Proof.Branch(branch.decision(), children.get(i)[0], children.get(i)[1]));
            } else if (order.get(i) instanceof Leaf leaf) {
                nodes.add(new Proof.Leaf(leaf.shift(), leaf.lambda1(), leaf.lambda3(), leaf.sigma()));
            }
        }
        return new Proof.Tree(detections, nodes);
    }

    /** The root of a well-formed tree: children come later in the list, so it is made from its end. */
    static Nested of(Proof.Tree tree) {
        List<Proof.Node> nodes = tree.nodes();
        Nested[] made = new Nested[nodes.size()];
        for (int i = made.length - 1; i >= 0; i--) {
            if (nodes.get(i) instanceof Proof.Branch branch) {
                made[i] = new Branch(branch.decision(), made[branch.in()], made[branch.out()]);
            } else if (nodes.get(i) instanceof Proof.Leaf leaf) {
                made[i] = new Leaf(leaf.shift(), leaf.lambda1(), leaf.lambda3(), leaf.sigma());
            }
        }
        return made[0];
    }
}
