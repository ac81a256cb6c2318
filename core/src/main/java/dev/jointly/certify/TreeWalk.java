package dev.jointly.certify;

import dev.jointly.proof.Proof;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Goes through the leaves of one tree, "in" before "out", without recursion: a hostile tree must not end the program. */
final class TreeWalk {
    /** Is shown every leaf, with the answers that lead to it. */
    @FunctionalInterface
    interface Visitor {
        void leaf(PathDecisions answers, Prices prices);
    }

    private final String name;
    private final Proof.Tree tree;
    private final List<CheckedCut> cuts;
    private final PathDecisions answers;
    private final Deque<Runnable> next = new ArrayDeque<>();

    /**
     * @param tree of which {@link TreeForm} approves
     * @param cuts those of the tree
     * @param answers none given yet; the same again after every walk
     */
    TreeWalk(String name, Proof.Tree tree, List<CheckedCut> cuts, PathDecisions answers) {
        this.name = name;
        this.tree = tree;
        this.cuts = cuts;
        this.answers = answers;
    }

    /** @throws IllegalArgumentException naming the place where a price is not as it must be */
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
            String place = name + ", node " + i + ": ";
            visitor.leaf(answers, Prices.of(leaf, place, tree.detections(), answers, cuts));
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
