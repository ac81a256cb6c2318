package dev.jointly.solve.tree;

import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Branch-and-price over a component (method section 5): solves the relaxation of a node, with cuts, branches on what its point
 * leaves open, goes down along the decisions "in" to a leaf, then on from the open node of least bound. One master serves all
 * nodes. The tree is the proof.
 */
public final class BranchAndBoundTree {
    /** Where the gap is so large that no penalty above it fits the grid: then there is no branching. */
    private static final long NO_PENALTY = 0;

    /** A dive before the first cut ends when the bound has risen by this share of the gap. On the 88 shared problems, 0.1 gives 263 nodes instead of 219. */
    private static final double DIVE_RISE = 0.01;

    /** Cost of an artificial column, in gaps of the root. On the 88 shared problems, 4 gives 239 nodes instead of 219. */
    private static final int PENALTY_PER_GAP = 16;

    /** How many of these costs the largest price must hold. On the 88 shared problems, 16 gives 213 nodes instead of 219. */
    private static final int PENALTIES_PER_PRICE = 4;

    private final TreeScope scope;
    private final Component component;

    private ColumnGeneration.Factory methods;
    /** Decisions one below the other, at most. */
    private final int deepest;

    private final PriorityQueue<TreeNode> open =
            new PriorityQueue<>(Comparator.comparingLong(TreeNode::bound).thenComparingInt(TreeNode::number));
    private final TreeNode root;
    private @Nullable ColumnGeneration method;

    /** Of leaving a detection unused that a decision requires, on the grid. */
    private long penalty = NO_PENALTY;

    private long leastLeaf = Long.MAX_VALUE;
    private long bound;
    /** Of the root without cuts. */
    private DualPoint basePrices;

    private int nodes = 1;
    /** Nodes of the dive. */
    private int dived;

    private int heuristicAt;

    public BranchAndBoundTree(Component component, ColumnGeneration.Factory methods) {
        this(component, methods, Proof.MAX_DEPTH);
    }

    /**
     * @param deepest decisions one below the other, at most: where they end the tree does not branch, but stays valid
     */
    BranchAndBoundTree(Component component, ColumnGeneration.Factory methods, int deepest) {
        this.component = component;
        scope = TreeScope.of(component);
        this.methods = methods;
        this.deepest = deepest;
        heuristicAt = component.options().count(SolveOption.HEURISTIC_NODES);
        bound = component.bound();
        basePrices = component.start();
        root = TreeNode.root(bound, basePrices);
        open.add(root);
    }

    /**
     * Solves the relaxation of the root without cuts; then follows decisions "in" down the tree in search of better poses, as
     * long as the bound hardly rises, and forgets the way.
     */
    void dive() {
        double most = DIVE_RISE;
        TreeScope diving = scope.diving();
        TreeNode at = TreeNode.root(root.bound(), root.dual());
        Decision decision = relaxed(diving, at).branching();
        root.prove(at.bound(), at.dual());
        basePrices = at.dual();
        while (decision != null && penalty != NO_PENALTY && !closed(at) && risen(at) <= most) {
            at = at.branch(decision, nodes()).in();
            dived += 2;
            decision = relaxed(diving, at).branching();
        }
    }

    /** The share of the gap by which the bound of a node is above the root's. */
    private double risen(TreeNode node) {
        return (double) (node.bound() - root.bound()) / component.incumbent().gapOnGrid(root.bound());
    }

    /** Works until the gap of the component is closed or there is no time left; poses and bound are in the component. */
    public BranchAndBoundTree solve() {
        try {
            if (!component.deadline().passed()) {
                dive();
                branch();
            }
        } finally {
            close();
        }
        return this;
    }

    private void branch() {
        TreeNode node = open.poll();
        while (node != null && !component.deadline().passed()) {
            TreeNode child = explored(node);
            if (child == null) {
                leastLeaf = Math.min(leastLeaf, node.bound());
                child = open.poll();
            }
            long least = Math.min(bound(child), bound(open.peek()));
            bound = Math.min(least, leastLeaf);
            component.prove(bound);
            node = child;
        }
    }

    /** Frees the master. */
    void close() {
        if (method != null) {
            method.close();
            method = null;
        }
    }

    private static long bound(@Nullable TreeNode node) {
        return node == null ? Long.MAX_VALUE : node.bound();
    }

    /** Solves a node's relaxation; if that does not close it, branches and returns the child to go on with. */
    private @Nullable TreeNode explored(TreeNode node) {
        if (closed(node)) {
            return null;
        }
        NodeRelaxation relaxation = relaxed(scope, node);
        if (relaxation.isStuck() && !(method instanceof PureColumnGeneration)) {
            relaxation = solvedPurely(node);
        }
        relaxation.settle();
        node.prove(relaxation.bound(), relaxation.dual());
        if (nodes >= heuristicAt) {
            heuristicAt *= 4;
            component.searchIncumbent(worthwhile(relaxation));
            component.forgetColumns(relaxation.pricer(), root.dual());
        }
        Decision decision = relaxation.branching();
        if (closed(node)
                || decision == null
                || penalty == NO_PENALTY
                || node.decisions().size() >= deepest) {
            return null;
        }
        TreeNode.Branches branches = node.branch(decision, nodes());
        nodes += 2;
        open.add(branches.out());
        return branches.in();
    }

    /** Reduced-cost fixing: a column of a reduced cost above the gap is in no better solution of the node. */
    private ColumnPool worthwhile(NodeRelaxation relaxation) {
        long gap = component.incumbent().gapOnGrid(relaxation.bound());
        return relaxation.pricer().columnsUpTo(component.pool(), relaxation.dual(), gap);
    }

    private boolean closed(TreeNode node) {
        return component.incumbent().closes(node.bound());
    }

    private NodeRelaxation relaxed(TreeScope how, TreeNode node) {
        NodeRelaxation relaxation = NodeRelaxation.begin(how, node, penalty);
        boolean solved = !relaxation.shouldContinue() || method().solve(relaxation);
        node.prove(relaxation.bound(), relaxation.dual());
        if (!solved) {
            methods = PureColumnGeneration::new;
            close();
            return relaxed(how, node);
        }
        if (node.isRoot()) {
            bound = node.bound();
            penalty = penaltyAbove(component.incumbent().gapOnGrid(node.bound()));
        }
        return relaxation;
    }

    /** Rows that the engine's rounding has made useless leave a Benders master short of the optimum; an LP without them decides. */
    private NodeRelaxation solvedPurely(TreeNode node) {
        NodeRelaxation relaxation = NodeRelaxation.begin(scope, node, penalty);
        try (ColumnGeneration pure = new PureColumnGeneration(component)) {
            pure.solve(relaxation);
        }
        node.prove(relaxation.bound(), relaxation.dual());
        return relaxation;
    }

    private ColumnGeneration method() {
        ColumnGeneration current = method;
        if (current != null && current.needsRebuild()) {
            current.close();
            current = null;
        }
        if (current == null) {
            current = methods.of(component);
            method = current;
        }
        return current;
    }

    /** Above the gap, so that no better solution pays it, but never so high that sums overflow: no price is higher. */
    private long penaltyAbove(long gap) {
        Grid grid = component.candidates().costs().grid();
        long least = 1 + grid.ceilMicro(gap);
        long most = grid.ceiling() >> grid.bits();
        // one gap would do, but makes weaker bounds; penalties of several detections add up in the price of their host
        long wanted =
                Math.min(most / PENALTIES_PER_PRICE, least > most / PENALTY_PER_GAP ? most : PENALTY_PER_GAP * least);
        return least > most ? NO_PENALTY : grid.fromMicro(Math.max(least, wanted));
    }

    /** With those of the dive. */
    public int nodes() {
        return nodes + dived;
    }

    /** Prices that prove the bound of the root without cuts. */
    public DualPoint dual() {
        return root.dual().cuts().zero() ? root.dual() : basePrices;
    }

    /** The tree that proves the bound, or null where the prices of its root alone do. */
    public Proof.@Nullable Tree proof() {
        boolean byPrices = root.bound() >= bound && root.dual().cuts().zero();
        return byPrices ? null : new TreeProof(scope, penalty, bound).of(root);
    }
}
