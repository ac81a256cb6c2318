package dev.jointly.certify;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.util.Arrays;

/**
 * Whether a list of nodes is a tree of decisions that may be asked: one pass, in which every node but the first must have
 * been named as a child once by the time it is met. So there are neither cycles nor shared or unreachable nodes.
 */
final class TreeForm {
    private static final int NO_PARENT = -1;

    private final Problem problem;
    private final String name;
    private final Proof.Tree tree;
    private final int[] parent;
    private final int[] depth;

    private TreeForm(Problem problem, String name, Proof.Tree tree) {
        this.problem = problem;
        this.name = name;
        this.tree = tree;
        parent = new int[tree.nodes().size()];
        Arrays.fill(parent, NO_PARENT);
        depth = new int[parent.length];
    }

    /**
     * Prices of leaves are not looked at.
     *
     * @param name of the tree in messages
     * @param tree whose detections ascend and are the problem's
     * @throws IllegalArgumentException naming the place where something is not as it must be
     */
    static void require(Problem problem, String name, Proof.Tree tree) {
        new TreeForm(problem, name, tree).check();
    }

    private void check() {
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
                adopt(i, "in", branch.in());
                adopt(i, "out", branch.out());
            }
        }
    }

    private String place(int i) {
        return name + ", node " + i;
    }

    private void adopt(int i, String answer, int child) {
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
}
