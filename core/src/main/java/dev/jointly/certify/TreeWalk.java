package dev.jointly.certify;

import dev.jointly.problem.Problem;
import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** Goes through the leaves of one tree, "in" before "out", without recursion: a hostile tree must not end the program. */
final class TreeWalk {
    /** Is shown every leaf, with the answers that lead to it. */
    @FunctionalInterface
    interface Visitor {
        void leaf(PathDecisions answers, Prices prices);
    }

    private final Problem problem;
    private final String name;
    private final Proof.Tree tree;
    private final PathDecisions answers;
    private final Deque<Runnable> next = new ArrayDeque<>();
    private int leaves;

    /** @param answers none given yet; the same again after every walk */
    TreeWalk(Problem problem, int position, Proof.Tree tree, PathDecisions answers) {
        this.problem = problem;
        this.name = "tree " + position;
        this.tree = tree;
        this.answers = answers;
    }

    /** @throws IllegalArgumentException naming the place where something is not as it must be */
    void forEachLeaf(Visitor visitor) {
        leaves = 0;
        next.push(() -> visit(tree.root(), visitor));
        while (!next.isEmpty()) {
            next.pop().run();
        }
    }

    private void visit(Proof.Node node, Visitor visitor) {
        if (node instanceof Proof.Branch branch) {
            requireWhole(branch);
            check(branch.decision());
            if (answers.depth() == Proof.MAX_DEPTH) {
                throw new IllegalArgumentException(
                        name + ": more than " + Proof.MAX_DEPTH + " decisions one below the other");
            }
            follow(branch, false, visitor);
            follow(branch, true, visitor);
        } else if (node instanceof Proof.Leaf leaf) {
            String place = name + ", leaf " + leaves + ": ";
            visitor.leaf(answers, Prices.of(leaf, place, tree.detections(), answers));
            leaves++;
        }
    }

    private void requireWhole(Proof.Branch branch) {
        if (branch.decision() == null || branch.in() == null || branch.out() == null) {
            Form.require(branch.decision(), name + ", before leaf " + leaves + ": the decision");
            Form.require(branch.in(), name + ", before leaf " + leaves + ": the node \"in\"");
            Form.require(branch.out(), name + ", before leaf " + leaves + ": the node \"out\"");
        }
        if (branch.decision().kind() == null) {
            throw new IllegalArgumentException(
                    name + ", before leaf " + leaves + ": the kind of the decision is missing");
        }
    }

    private void follow(Proof.Branch branch, boolean in, Visitor visitor) {
        next.push(answers::takeBack);
        next.push(() -> {
            answers.give(branch.decision(), in);
            visit(in ? branch.in() : branch.out(), visitor);
        });
    }

    private void check(Decision decision) {
        int holder = decision.holder();
        int d = decision.detection();
        if (!holds(holder)) {
            throw wrong(decision, "detection " + holder + " is not one of the tree's");
        }
        if (!holds(d)) {
            throw wrong(decision, "detection " + d + " is not one of the tree's");
        }
        if (decision.kind() == Decision.Kind.JOIN) {
            if (!problem.anatomy().isMajor(problem.part(holder))) {
                throw wrong(decision, "detection " + holder + " is not of a major part, so it leads nothing");
            }
        } else if (holder == d) {
            throw wrong(decision, "a detection is not local to itself");
        } else if (problem.part(holder) != problem.part(d)) {
            throw wrong(decision, "the two detections are not of one part");
        }
    }

    private boolean holds(int d) {
        return Arrays.binarySearch(tree.detections(), d) >= 0;
    }

    private IllegalArgumentException wrong(Decision decision, String what) {
        String kind = decision.kind() == Decision.Kind.JOIN ? "join" : "local";
        return new IllegalArgumentException(name + ", before leaf " + leaves + ": " + kind + " [" + decision.holder()
                + ", " + decision.detection() + "]: " + what);
    }
}
