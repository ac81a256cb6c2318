package dev.jointly.solve.tree;

import dev.jointly.proof.Decision;
import dev.jointly.solve.branch.BranchingDecision;
import dev.jointly.solve.term.DualPoint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of a tree: the branching decisions that lead to it, and the prices that prove its bound. It holds no columns. */
public final class TreeNode {
    private final int number;
    private final @Nullable TreeNode parent;
    private final List<BranchingDecision> decisions;
    private long bound;
    private DualPoint dual;
    private @Nullable Branches branches;

    /** The two children of a node. */
    record Branches(Decision decision, TreeNode in, TreeNode out) {}

    private TreeNode(
            int number, @Nullable TreeNode parent, List<BranchingDecision> decisions, long bound, DualPoint dual) {
        this.number = number;
        this.parent = parent;
        this.decisions = decisions;
        this.bound = bound;
        this.dual = dual;
    }

    static TreeNode root(long bound, DualPoint dual) {
        return new TreeNode(0, null, List.of(), bound, dual);
    }

    /** Branches: the children start from the bound and the prices of their parent. */
    Branches branch(Decision decision, int firstNumber) {
        Branches both =
                new Branches(decision, child(decision, true, firstNumber), child(decision, false, firstNumber + 1));
        branches = both;
        return both;
    }

    private TreeNode child(Decision decision, boolean in, int itsNumber) {
        List<BranchingDecision> more = new ArrayList<>(decisions);
        more.add(new BranchingDecision(decision, in));
        return new TreeNode(itsNumber, this, more, bound, dual);
    }

    /** In order of creation, from 0. */
    public int number() {
        return number;
    }

    boolean isRoot() {
        return parent == null;
    }

    /** Whether it is the node of this number, or below it. */
    public boolean isBelow(int other) {
        for (TreeNode at = this; at != null; at = at.parent) {
            if (at.number == other) {
                return true;
            }
        }
        return false;
    }

    List<BranchingDecision> decisions() {
        return decisions;
    }

    long bound() {
        return bound;
    }

    DualPoint dual() {
        return dual;
    }

    /** A bound of the node, and the prices that prove it; both are ignored if the node has a better bound already. */
    void prove(long proven, DualPoint by) {
        if (proven >= bound) {
            bound = proven;
            dual = by;
        }
    }

    @Nullable
    Branches branches() {
        return branches;
    }
}
