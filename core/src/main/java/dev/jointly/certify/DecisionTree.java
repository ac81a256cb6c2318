package dev.jointly.certify;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** A tree of decisions of a proof, its cuts, and a walk through its leaves. */
final class DecisionTree {
    private static final int NO_PARENT = -1;

    /** Is shown every leaf, with the answers that lead to it. */
    @FunctionalInterface
    interface Visitor {
        void leaf(PathDecisions answers, Prices prices);
    }

    private final Problem problem;
    private final String name;
    private final Proof.Tree tree;
    private final PathDecisions answers;
    private final List<CheckedCut> cuts;
    private final Deque<Runnable> next = new ArrayDeque<>();

    /**
     * Its nodes are not looked at.
     *
     * @param name in messages
     * @param tree whose detections ascend and are the problem's
     * @param answers none given yet; the same again after every walk
     * @throws IllegalArgumentException naming the first cut that is not as it must be
     */
    DecisionTree(Problem problem, String name, Proof.Tree tree, PathDecisions answers) {
        this.problem = problem;
        this.name = name;
        this.tree = tree;
        this.answers = answers;
        cuts = CheckedCut.all(name + ", ", tree.cuts(), problem.size());
        for (int t = 0; t < cuts.size(); t++) {
            if (!cuts.get(t).detections().allMatch(this::holds)) {
                throw new IllegalArgumentException(name + ", cut " + t + " has detections that are not the tree's");
            }
        }
    }

    /** Whose prices its leaves set, ascending. */
    int[] detections() {
        return tree.detections();
    }

    List<CheckedCut> cuts() {
        return cuts;
    }

    /** @throws IllegalArgumentException where a leaf has a price of a pose */
    void requireNoPosePrices() {
        for (Proof.Node node : tree.nodes()) {
            if (node instanceof Proof.Leaf leaf && leaf.posePrice() != 0) {
                throw new IllegalArgumentException(name + " has a leaf with posePrice " + leaf.posePrice()
                        + ", which only a tree with every detection of a major part may have, where the number of"
                        + " poses is limited");
            }
        }
    }

    /**
     * Whether the list of nodes is a tree of decisions that may be asked: one pass, in which every node but the first must
     * have been named as a child once by the time it is met. So there are neither cycles nor shared or unreachable nodes.
     * Prices of leaves are not looked at.
     *
     * @throws IllegalArgumentException naming the place where something is not as it must be
     */
    void requireForm() {
        int[] parent = new int[tree.nodes().size()];
        Arrays.fill(parent, NO_PARENT);
        int[] depth = new int[parent.length];
        if (parent.length == 0) {
            throw new IllegalArgumentException(name + " has no nodes");
        }
        for (int i = 0; i < parent.length; i++) {
            Proof.Node node = tree.nodes().get(i);
            if (node == null) {
                throw new IllegalArgumentException(place(i) + " is missing");
            }
            if (i > 0 && parent[i] == NO_PARENT) {
                throw new IllegalArgumentException(place(i) + " is not the child of a node before it");
            }
            if (node instanceof Proof.Branch branch) {
                check(i, branch.decision());
                adopt(i, "in", branch.in(), parent, depth);
                adopt(i, "out", branch.out(), parent, depth);
            }
        }
    }

    private String place(int i) {
        return name + ", node " + i;
    }

    /**
     * @param parent by node; NO_PARENT where none was met
     * @param depth decisions above a node
     */
    private void adopt(int i, String answer, int child, int[] parent, int[] depth) {
        String what = place(i) + ": \"" + answer + "\" is " + child;
        if (child <= i || child >= parent.length) {
            throw new IllegalArgumentException(
                    what + " but must be a node after this one, of which the last is " + (parent.length - 1));
        }
        if (parent[child] != NO_PARENT) {
            throw new IllegalArgumentException(what + ", which is already a child of node " + parent[child]);
        }
        parent[child] = i;
        depth[child] = depth[i] + 1;
        if (depth[child] > Proof.MAX_DEPTH) {
            throw new IllegalArgumentException(
                    name + ": more than " + Proof.MAX_DEPTH + " decisions one below the other");
        }
    }

    private void check(int i, Decision decision) {
        Form.require(decision, place(i) + ": the decision");
        Form.require(decision.kind(), place(i) + ": the kind of the decision");
        int holder = decision.holder();
        int d = decision.detection();
        if (!holds(holder)) {
            throw wrong(i, decision, "detection " + holder + " is not one of the tree's");
        }
        if (!holds(d)) {
            throw wrong(i, decision, "detection " + d + " is not one of the tree's");
        }
        if (decision.kind() == Decision.Kind.JOIN) {
            if (!problem.anatomy().isMajor(problem.part(holder))) {
                throw wrong(i, decision, "detection " + holder + " is not of a major part, so it leads nothing");
            }
        } else if (holder == d) {
            throw wrong(i, decision, "a detection is not local to itself");
        } else if (problem.part(holder) != problem.part(d)) {
            throw wrong(i, decision, "the two detections are not of one part");
        }
    }

    private boolean holds(int d) {
        return Arrays.binarySearch(tree.detections(), d) >= 0;
    }

    private IllegalArgumentException wrong(int i, Decision decision, String what) {
        String kind = decision.kind() == Decision.Kind.JOIN ? "join" : "local";
        return new IllegalArgumentException(
                place(i) + ": " + kind + " [" + decision.holder() + ", " + decision.detection() + "]: " + what);
    }

    /**
     * Goes through the leaves, "in" before "out", without recursion: a hostile tree must not end the program.
     *
     * @throws IllegalArgumentException naming the place where a price is not as it must be
     */
    void forEachLeaf(Visitor visitor) {
        next.push(() -> visit(0, visitor));
        while (!next.isEmpty()) {
            next.pop().run();
        }
    }

    private void visit(int i, Visitor visitor) {
        Proof.Node node = tree.nodes().get(i);
        if (node instanceof Proof.Branch branch) {
            follow(branch, false, visitor);
            follow(branch, true, visitor);
        } else if (node instanceof Proof.Leaf leaf) {
            visitor.leaf(answers, Prices.of(leaf, place(i) + ": ", tree.detections(), answers, cuts));
        }
    }

    private void follow(Proof.Branch branch, boolean in, Visitor visitor) {
        next.push(answers::takeBack);
        next.push(() -> {
            answers.give(branch.decision(), in);
            visit(in ? branch.in() : branch.out(), visitor);
        });
    }
}
