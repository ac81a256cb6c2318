package dev.jointly.solve;

import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Region;
import java.util.BitSet;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Branch and bound over a region, which may be all of its component (method section 5): solves the relaxation of a node,
 * branches on what its point leaves open, dives along the decisions "in" down to a leaf, then goes on from the open node of
 * least bound. One master serves all nodes. The tree is the proof.
 */
final class BranchAndBoundTree {
    /** Where the gap is so large that no penalty above it fits the grid: then there is no branching. */
    private static final long NO_PENALTY = 0;

    private final TreeScope scope;
    private final ComponentSolve component;
    private final Region region;

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
    /** What was proven for the component without it. */
    private final long before;

    private long bound;
    /** The least bound of a node with nothing left to branch on: no more is to be had in a region. */
    private long end = Long.MAX_VALUE;

    private PrimalPoint endPoint = new PrimalPoint();
    private int nodes = 1;
    /** Nodes of the dive. */
    private int dived;

    private int heuristicAt;

    /**
     * @param start prices of the root
     * @param bound what is proven for the component already
     * @param deepest decisions one below the other, at most: where they end the tree does not branch, but stays valid
     */
    BranchAndBoundTree(TreeScope scope, DualPoint start, long bound, ColumnGeneration.Factory methods, int deepest) {
        this.scope = scope;
        component = scope.component();
        region = scope.region();
        this.methods = methods;
        this.deepest = deepest;
        heuristicAt = component.options().count(SolveOption.HEURISTIC_NODES);
        before = bound;
        this.bound = bound;
        root = TreeNode.root(bound, start);
        open.add(root);
    }

    /** A tree about all of a component. */
    static BranchAndBoundTree of(ComponentSolve component, ColumnGeneration.Factory methods) {
        TreeScope scope = TreeScope.of(component, Region.ofComponent(component.candidates()), 0);
        return new BranchAndBoundTree(scope, component.start(), component.bound(), methods, Proof.MAX_DEPTH);
    }

    /**
     * A tree about some detections of a component, while all others keep their prices.
     *
     * @param prices of the component
     * @param bound what is proven for the component without it, at least by these prices
     * @return null where there was no time to see what the region adds to that bound
     */
    static @Nullable BranchAndBoundTree of(ComponentSolve component, BitSet some, DualPoint prices, long bound) {
        Region region = Region.of(component.candidates(), prices, some);
        long share = component.pricer(region.candidates()).price(prices, 1).bound();
        if (component.deadline().passed() || share == Grid.NO_BOUND) {
            // cut short, the share may be too low, and the rest would be taken for more than it is
            return null;
        }
        TreeScope scope = TreeScope.of(component, region, bound - share);
        return new BranchAndBoundTree(scope, prices, bound, PureColumnGeneration::new, Proof.MAX_DEPTH);
    }

    /**
     * Solves the relaxation of the root without cuts; then follows decisions "in" down the tree in search of better poses, as
     * long as the bound hardly rises, and forgets the way.
     *
     * @return what the root came to
     */
    NodeRelaxation dive() {
        double most = component.options().get(SolveOption.DIVE_RISE);
        TreeScope diving = scope.diving();
        TreeNode at = TreeNode.root(root.bound(), root.dual());
        NodeRelaxation top = relaxed(diving, at);
        root.prove(at.bound(), at.dual());
        Decision decision = top.branching();
        while (decision != null && penalty != NO_PENALTY && !closed(at) && risen(at) <= most) {
            at = at.branch(decision, nodes()).in();
            dived += 2;
            decision = relaxed(diving, at).branching();
        }
        return top;
    }

    /** The share of the gap by which the bound of a node is above the root's. */
    private double risen(TreeNode node) {
        return (double) (node.bound() - root.bound()) / component.incumbent().gapOnGrid(root.bound());
    }

    /** Works until the gap of the component is closed, more is not to be had here, or there is no time left. */
    void run() {
        try {
            runTo(Integer.MAX_VALUE);
        } finally {
            close();
        }
    }

    /** Works as long as it has no more nodes than this, and can be taken up again. */
    void runTo(int most) {
        TreeNode node = open.poll();
        while (node != null && nodes <= most && !component.deadline().passed()) {
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
        if (node != null) {
            open.add(node);
        }
    }

    /** Frees the master; to be called where {@link #run} is not. */
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
        if (nodes >= heuristicAt && region.coversComponent()) {
            heuristicAt *= 4;
            component.searchIncumbent(worthwhile(relaxation), 1);
            component.forgetColumns(relaxation.pricer(), root.dual());
        }
        Decision decision = relaxation.branching();
        if (closed(node)) {
            return null;
        }
        if (decision == null || penalty == NO_PENALTY) {
            if (!region.coversComponent() && !component.deadline().passed()) {
                end = node.bound();
                endPoint = relaxation.point();
            }
            return null;
        }
        if (node.decisions().size() >= deepest) {
            return null;
        }
        TreeNode.Branches branches = node.branch(decision, nodes());
        nodes += 2;
        open.add(branches.out());
        return branches.in();
    }

    /** Reduced-cost fixing: a column dearer than the gap is in no better solution of the node. */
    private ColumnPool worthwhile(NodeRelaxation relaxation) {
        long gap = component.incumbent().gapOnGrid(relaxation.bound());
        return relaxation.pricer().columnsUpTo(component.pool(), relaxation.dual(), gap);
    }

    private boolean closed(TreeNode node) {
        return node.bound() >= end || component.incumbent().closes(node.bound());
    }

    private NodeRelaxation relaxed(TreeScope how, TreeNode node) {
        NodeRelaxation relaxation = new NodeRelaxation(how, node, penalty);
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
        NodeRelaxation relaxation = new NodeRelaxation(scope, node, penalty);
        try (ColumnGeneration pure = new PureColumnGeneration(component, region)) {
            pure.solve(relaxation);
        }
        node.prove(relaxation.bound(), relaxation.dual());
        return relaxation;
    }

    private ColumnGeneration method() {
        ColumnGeneration current = method;
        if (current != null && current.crowded()) {
            current.close();
            current = null;
        }
        if (current == null) {
            current = methods.of(component, region);
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
        int gaps = component.options().count(SolveOption.PENALTY_PER_GAP);
        int several = component.options().count(SolveOption.PENALTIES_PER_PRICE);
        long wanted = Math.min(most / several, least > most / gaps ? most : gaps * least);
        return least > most ? NO_PENALTY : grid.fromMicro(Math.max(least, wanted));
    }

    /** With those of the dive. */
    int nodes() {
        return nodes + dived;
    }

    Region region() {
        return region;
    }

    /** Prices that prove the bound of the root. */
    DualPoint dual() {
        return root.dual();
    }

    /** What the tree proves for the component. */
    long bound() {
        return bound;
    }

    /** By how much it raises the bound of the component above what was proven without it. */
    long gain() {
        return bound - before;
    }

    /** The cheapest end that a tree of a region has come to; empty where it has come to none. */
    PrimalPoint end() {
        return endPoint;
    }

    /** The tree that proves the bound, or null where prices alone do: those of its root, or of what is around the region. */
    Proof.@Nullable Tree proof() {
        boolean byPrices = region.coversComponent()
                ? root.bound() >= bound && root.dual().cuts().zero()
                : before >= bound;
        return byPrices ? null : new TreeProof(scope, penalty, bound).of(root);
    }
}
