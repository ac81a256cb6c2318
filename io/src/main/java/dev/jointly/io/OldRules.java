package dev.jointly.io;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns the three prices of {@code jointly/certificate@2} into two that prove the same: lambda2, the price of being in a local
 * assignment, is added to both others ({@code docs/certificate.md} has the proof). What its rules refused stays refused, also
 * where the sums look well.
 */
final class OldRules {
    private static final int NO_TREE = -1;

    private @Nullable String flaw;
    private final List<Negative> negatives = new ArrayList<>();

    /** A negative lambda1 that its sum hides: it is allowed if something requires the detection. */
    private record Negative(int tree, int node, int position, long price) {}

    /** Prices as they are read. */
    record Three(long[] lambda1, long[] lambda2, long[] lambda3) {}

    /** Base prices. */
    Proof base(int scaleBits, Three prices, List<Proof.Tree> trees) {
        Proof.Leaf leaf = leaf(NO_TREE, 0, 0, prices);
        return new Proof(scaleBits, leaf.lambda1(), leaf.lambda3(), trees);
    }

    /** The leaf at a position of a tree. */
    Proof.Leaf leaf(int tree, int node, int shift, Three prices) {
        long[] lambda1 = prices.lambda1().clone();
        long[] lambda2 = prices.lambda2();
        long[] lambda3 = prices.lambda3().clone();
        if (lambda1.length != lambda2.length || lambda3.length != lambda2.length) {
            note(place(tree, node) + "lambda1, lambda2 and lambda3 have " + lambda1.length + ", " + lambda2.length
                    + " and " + lambda3.length + " entries but must have as many");
            return new Proof.Leaf(shift, lambda1, lambda3);
        }
        for (int i = 0; i < lambda2.length; i++) {
            if (lambda2[i] < 0 || lambda3[i] < 0) {
                note(place(tree, node) + (lambda2[i] < 0 ? "lambda2[" : "lambda3[") + i + "] is "
                        + (lambda2[i] < 0 ? lambda2[i] : lambda3[i]) + " but must not be negative");
            } else if (Math.max(lambda1[i], lambda3[i]) > Long.MAX_VALUE - lambda2[i]) {
                note(place(tree, node) + "lambda2[" + i + "] is " + lambda2[i]
                        + ", which makes numbers too large for exact arithmetic");
            } else {
                if (lambda1[i] < 0 && lambda1[i] + lambda2[i] >= 0) {
                    negatives.add(new Negative(tree, node, i, lambda1[i]));
                }
                lambda1[i] += lambda2[i];
                lambda3[i] += lambda2[i];
            }
        }
        return new Proof.Leaf(shift, lambda1, lambda3);
    }

    private static String place(int tree, int node) {
        return tree == NO_TREE ? "" : "tree " + tree + ", node " + node + ": ";
    }

    private void note(String what) {
        flaw = flaw == null ? what : flaw;
    }

    /** What the old rules refuse although the sums do not show it, or null. */
    @Nullable
    String flaw(Problem problem, Proof proof) {
        if (flaw != null) {
            return flaw;
        }
        Set<Integer> pinned = pinned(problem);
        Set<Integer> onTheWay = Set.of();
        int[] parents = {};
        Negative last = new Negative(NO_TREE, 0, 0, 0);
        for (Negative negative : negatives) {
            int tree = negative.tree();
            if (tree != last.tree()) {
                parents = tree == NO_TREE
                        ? parents
                        : parents(proof.trees().get(tree).nodes());
            }
            if (tree != last.tree() || negative.node() != last.node()) {
                onTheWay = tree == NO_TREE
                        ? Set.of()
                        : requiredOnTheWay(proof.trees().get(tree).nodes(), parents, negative.node());
            }
            last = negative;
            int d = detection(negative, proof);
            if (!pinned.contains(d) && !onTheWay.contains(d)) {
                return place(tree, negative.node()) + "lambda1[" + negative.position() + "] is " + negative.price()
                        + " but must not be negative, as nothing requires detection " + d;
            }
        }
        return null;
    }

    /** Of which a price is; -1 if there are more prices than detections, which is wrong anyway. */
    private static int detection(Negative negative, Proof proof) {
        if (negative.tree() == NO_TREE) {
            return negative.position();
        }
        int[] detections = proof.trees().get(negative.tree()).detections();
        return negative.position() < detections.length ? detections[negative.position()] : -1;
    }

    private static Set<Integer> pinned(Problem problem) {
        Set<Integer> pinned = new HashSet<>();
        for (Pin pin : problem.pins()) {
            if (pin instanceof Pin.Use use) {
                pinned.add(use.detection());
            } else if (pin instanceof Pin.Together together) {
                pinned.addAll(List.of(together.a(), together.b()));
            }
        }
        return pinned;
    }

    private static int[] parents(List<Proof.Node> nodes) {
        int[] parents = new int[nodes.size()];
        for (int i = 0; i < parents.length; i++) {
            if (nodes.get(i) instanceof Proof.Branch branch) {
                parents[branch.in()] = i;
                parents[branch.out()] = i;
            }
        }
        return parents;
    }

    /** The detections of all decisions that are answered "in" on the way to a leaf. */
    private static Set<Integer> requiredOnTheWay(List<Proof.Node> nodes, int[] parents, int leaf) {
        Set<Integer> required = new HashSet<>();
        for (int i = leaf; i > 0; i = parents[i]) {
            if (nodes.get(parents[i]) instanceof Proof.Branch branch && branch.in() == i) {
                Decision decision = branch.decision();
                required.add(decision.holder());
                required.add(decision.detection());
            }
        }
        return required;
    }
}
