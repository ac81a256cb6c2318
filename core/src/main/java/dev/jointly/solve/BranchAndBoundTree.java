package dev.jointly.solve;

import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.BranchingDecision;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.term.BendersRow;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tree of questions about a region, which may be all of its component (method section 5): solves the relaxation of a
 * node, asks a question its point leaves open, and goes on with either answer as a node of its own; from the answer "in"
 * down to a leaf, then from the node with the least bound. The tree is the proof.
 */
final class BranchAndBoundTree {
    /** Rewards are so many times the gap at the root: one would do, but makes weaker bounds. */
    private static final int REWARD_PER_GAP = 16;

    /** Where the gap is so large that no reward above it fits the grid: then nothing is asked. */
    private static final long NO_REWARD = 0;

    /** The integer program over the columns found is worth its time after so many nodes, then after four times as many. */
    private static final int NODES_BEFORE_FINISH = 16;

    /** Children start with the columns up to a reduced cost of the gap divided by this; more only burden their LP. */
    private static final int CHILD_SHARE = 16;

    private static final ColumnPool NO_COLUMNS = new ColumnPool();

    private final ComponentSolve search;
    /** Decisions one below the other, at most. */
    private final int deepest;

    private final Region region;
    /** What the rest of the component adds to the bound of the region. */
    private final long others;

    private final Consumer<NodeRelaxation> method;
    private final PriorityQueue<Node> open = new PriorityQueue<>(
            Comparator.<Node>comparingLong(node -> node.bound).thenComparingInt(node -> node.number));
    private final Node root;
    /** Where the root was solved before anything else. */
    private @Nullable NodeRelaxation atRoot;

    private long reward;
    private long leastLeaf = Long.MAX_VALUE;
    /** What was proven for the component without it. */
    private final long before;

    private long bound;
    /** The least bound of a node without open questions: no more is to be had in a region. */
    private long end = Long.MAX_VALUE;

    private PrimalPoint endPoint = new PrimalPoint();
    private int nodes;
    private int finishAt = NODES_BEFORE_FINISH;

    /** A node, and what its children start from. */
    private final class Node {
        final int number = nodes++;
        final List<BranchingDecision> answers;
        long bound;
        /** Proves the bound; without rewards. */
        DualPoint dual;

        ColumnPool columns;
        List<BendersRow> rows;

        @Nullable
        Branches branches;

        Node(List<BranchingDecision> answers, long bound, DualPoint dual, ColumnPool columns, List<BendersRow> rows) {
            this.answers = answers;
            this.bound = bound;
            this.dual = dual;
            this.columns = columns;
            this.rows = rows;
        }

        Node child(Decision question, boolean in) {
            List<BranchingDecision> more = new ArrayList<>(answers);
            more.add(new BranchingDecision(question, in));
            return new Node(more, bound, dual, columns, rows);
        }

        /** Nothing starts from here any more; what proves its bound stays. */
        void letGo() {
            columns = NO_COLUMNS;
            rows = List.of();
        }

        Restriction restriction() {
            return new Restriction(region.candidates(), search.pins(), answers, search.deadline()::passed);
        }
    }

    private record Branches(Decision question, Node in, Node out) {}

    /**
     * @param bound what is proven for the component already
     * @param others what the rest of the component adds to the bound of the region
     */
    BranchAndBoundTree(
            ComponentSolve search,
            Region region,
            DualPoint start,
            long bound,
            long others,
            Consumer<NodeRelaxation> method) {
        this(search, region, start, bound, others, method, Proof.MAX_DEPTH);
    }

    /** @param deepest decisions one below the other, at most: where they end the tree does not branch, but stays valid */
    BranchAndBoundTree(
            ComponentSolve search,
            Region region,
            DualPoint start,
            long bound,
            long others,
            Consumer<NodeRelaxation> method,
            int deepest) {
        this.search = search;
        this.deepest = deepest;
        this.region = region;
        this.others = others;
        this.method = method;
        before = bound;
        this.bound = bound;
        root = new Node(List.of(), bound, unrewarded(start, region.candidates()), new ColumnPool(), List.of());
    }

    /**
     * A tree of its own for some detections, while all others keep their prices.
     *
     * @param prices of the whole component
     * @param columns to start with
     * @param bound what is proven for the component without it, at least by these prices
     * @return null where there was no time to see what the region adds to that bound
     */
    static @Nullable BranchAndBoundTree of(
            ComponentSolve search, BitSet some, DualPoint prices, ColumnPool columns, long bound) {
        Region region = Region.of(search.candidates(), prices, some);
        long share = new Pricer(region.candidates(), search.deadline()::passed)
                .price(prices, 1)
                .bound();
        if (search.deadline().passed() || share == Grid.NO_BOUND) {
            // cut short, the share may be too low, and the rest would be taken for more than it is
            return null;
        }
        BranchAndBoundTree tree =
                new BranchAndBoundTree(search, region, prices, bound, bound - share, PureColumnGeneration::run);
        tree.root.columns = columns;
        return tree;
    }

    /** Solves the relaxation of the root, which may name regions to work on instead of a question. */
    NodeRelaxation relaxed() {
        atRoot = relaxed(root, true);
        return atRoot;
    }

    /** Works until the gap of the component is closed, more is not to be had here, or there is no time left. */
    void run() {
        Node node = root;
        while (node != null && !search.deadline().passed()) {
            Node child = explored(node);
            if (child == null) {
                node.letGo();
                leastLeaf = Math.min(leastLeaf, node.bound);
                child = open.poll();
            }
            long least = Math.min(bound(child), bound(open.peek()));
            bound = Math.min(least, leastLeaf);
            search.prove(bound);
            node = child;
        }
    }

    private static long bound(@Nullable Node node) {
        return node == null ? Long.MAX_VALUE : node.bound;
    }

    /** Solves a node's relaxation; if that does not close it, branches and returns the child to go on with. */
    private @Nullable Node explored(Node node) {
        if (closed(node)) {
            return null;
        }
        NodeRelaxation relaxation =
                node == root && atRoot != null && atRoot.question() != null ? atRoot : relaxed(node, false);
        atRoot = null;
        if (nodes >= finishAt && region.whole()) {
            finishAt *= 4;
            search.finish(columnsWithin(search.pool(), relaxation, 1), 1);
        }
        Decision question = relaxation.question();
        if (closed(node)) {
            return null;
        }
        if (question == null || reward == NO_REWARD) {
            if (!region.whole() && !search.deadline().passed()) {
                end = node.bound;
                endPoint = relaxation.point();
            }
            return null;
        }
        if (node.answers.size() >= deepest) {
            return null;
        }
        node.columns = columnsWithin(relaxation.pool(), relaxation, CHILD_SHARE);
        node.rows = relaxation.rows();
        Branches branches = new Branches(question, node.child(question, true), node.child(question, false));
        node.branches = branches;
        node.letGo();
        open.add(branches.out());
        return branches.in();
    }

    private boolean closed(Node node) {
        return node.bound >= end || search.closed(node.bound);
    }

    private NodeRelaxation relaxed(Node node, boolean regional) {
        Restriction restriction = node.restriction();
        Candidates candidates = restriction.candidates(reward);
        NodeRelaxation relaxation = new NodeRelaxation(
                search,
                region,
                regional,
                others,
                restriction,
                candidates,
                node == root && region.whole() ? search::prove : bound -> {},
                rewarded(node.dual, candidates),
                node.columns.fitting(candidates),
                node.rows);
        if (relaxation.shouldContinue()) {
            method.accept(relaxation);
        }
        node.bound = Math.max(node.bound, relaxation.bound());
        node.dual = unrewarded(relaxation.dual(), candidates);
        if (node == root) {
            node.columns = relaxation.pool();
            bound = node.bound;
            reward = reward(search.gapOnGrid(node.bound));
        }
        return relaxation;
    }

    /**
     * In micro-units: above the gap, so that no better solution declines it, but never so high that sums overflow, which a
     * price at the ceiling cannot make them.
     */
    private long reward(long gap) {
        Grid grid = search.candidates().costs().grid();
        long least = 1 + grid.ceilMicro(gap);
        long most = grid.ceiling() >> grid.bits();
        return least > most ? NO_REWARD : Math.min(REWARD_PER_GAP * least, most);
    }

    /**
     * Columns whose reduced cost is at most a share of the gap. Reduced-cost fixing: one dearer than the whole of it is in no
     * better solution of the node.
     */
    private ColumnPool columnsWithin(ColumnPool pool, NodeRelaxation relaxation, int share) {
        return relaxation.pricer().columnsUpTo(pool, relaxation.dual(), search.gapOnGrid(relaxation.bound()) / share);
    }

    /** The same prices where detections earn rewards, which they have to pay back. */
    private static DualPoint rewarded(DualPoint dual, Candidates candidates) {
        return shifted(dual, candidates, 1);
    }

    /** The same prices without rewards, as proofs want them. */
    static DualPoint unrewarded(DualPoint dual, Candidates candidates) {
        return shifted(dual, candidates, -1);
    }

    private static DualPoint shifted(DualPoint dual, Candidates candidates, int sign) {
        Grid grid = candidates.costs().grid();
        long[] lambda1 = dual.lambda1().clone();
        long[] lambda3 = dual.lambda3().clone();
        for (int d = 0; d < lambda1.length; d++) {
            lambda1[d] += sign * grid.fromMicro(candidates.costs().reward(d));
            // more than what its best local assignment gains only costs
            lambda3[d] = Math.min(lambda3[d], -candidates.delta(d));
        }
        return new DualPoint(dual.scaleBits(), lambda1, dual.lambda2(), lambda3);
    }

    int nodes() {
        return nodes;
    }

    Region region() {
        return region;
    }

    /** Prices that prove the bound of the root. */
    DualPoint dual() {
        return root.dual;
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
        long byPrices = region.whole() ? root.bound : before;
        return byPrices >= bound ? null : new Proof.Tree(region.members(), proofNodes());
    }

    /** The nodes that the proof needs, level by level. */
    private List<Proof.Node> proofNodes() {
        List<Node> order = new ArrayList<>(List.of(root));
        List<Proof.Node> proof = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            Node node = order.get(i);
            Branches branches = node.branches;
            if (branches == null || node.bound >= bound) {
                proof.add(leaf(node));
            } else {
                proof.add(new Proof.Branch(branches.question(), order.size(), order.size() + 1));
                order.add(branches.in());
                order.add(branches.out());
            }
        }
        return proof;
    }

    /** Prices in whole micro-units where these still prove the bound of the component: they are much shorter. */
    private Proof.Leaf leaf(Node node) {
        if (search.deadline().passed()) {
            return leaf(node.dual, 0);
        }
        Restriction restriction = node.restriction();
        Candidates candidates = restriction.candidates(reward);
        DualPoint whole = restriction.restrict(region).inWholeMicroUnits(rewarded(node.dual, candidates));
        long share = new Pricer(candidates, search.deadline()::passed)
                .price(whole, 1)
                .bound();
        boolean enough =
                share != Grid.NO_BOUND && share + others + candidates.costs().totalReward(region.members()) >= bound;
        return enough ? leaf(unrewarded(whole, candidates), whole.scaleBits()) : leaf(node.dual, 0);
    }

    private Proof.Leaf leaf(DualPoint dual, int shift) {
        return new Proof.Leaf(
                shift,
                ofMembers(sum(dual.lambda1(), dual.lambda2()), shift),
                ofMembers(sum(dual.lambda3(), dual.lambda2()), shift));
    }

    /** Certificates know no lambda2: the same is proven with it added to lambda1 and to lambda3. */
    static long[] sum(long[] prices, long[] lambda2) {
        long[] sums = new long[prices.length];
        Arrays.setAll(sums, d -> Math.addExact(prices[d], lambda2[d]));
        return sums;
    }

    private long[] ofMembers(long[] prices, int shift) {
        int[] members = region.members();
        long[] some = new long[members.length];
        for (int i = 0; i < some.length; i++) {
            some[i] = prices[members[i]] >> shift;
        }
        return some;
    }
}
