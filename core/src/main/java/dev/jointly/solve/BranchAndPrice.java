package dev.jointly.solve;

import dev.jointly.proof.Decision;
import dev.jointly.proof.Proof;
import dev.jointly.solve.branch.Answer;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.term.BendersRow;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Closes what gap the relaxation leaves (method section 5): solves the relaxation of a node, asks a question its point
 * leaves open, and goes on with either answer as a node of its own; from the answer "in" down to a leaf, then from the
 * node with the least bound. The tree of questions is the proof.
 */
final class BranchAndPrice {
    /** Rewards are so many times the gap at the root: one would do, but makes weaker bounds. */
    private static final int REWARD_PER_GAP = 16;

    /** The integer program over the columns found is worth its time after so many nodes, then after four times as many. */
    private static final int NODES_BEFORE_FINISH = 16;

    /** Children start with the columns up to a reduced cost of the gap divided by this; more only burden their LP. */
    private static final int CHILD_SHARE = 16;

    private final Search search;
    private final Consumer<Relaxation> method;
    private final PriorityQueue<Node> open = new PriorityQueue<>(
            Comparator.<Node>comparingLong(node -> node.bound).thenComparingInt(node -> node.number));
    private final Node root;
    private long reward;
    private long leastLeaf = Long.MAX_VALUE;
    private int nodes;
    private int finishAt = NODES_BEFORE_FINISH;

    /** A node, and what its children start from. */
    private final class Node {
        final int number = nodes++;
        final List<Answer> answers;
        long bound;
        /** Proves the bound; without rewards. */
        DualPoint dual;

        ColumnPool columns;
        List<BendersRow> rows;

        @Nullable
        Branches branches;

        Node(List<Answer> answers, long bound, DualPoint dual, ColumnPool columns, List<BendersRow> rows) {
            this.answers = answers;
            this.bound = bound;
            this.dual = dual;
            this.columns = columns;
            this.rows = rows;
        }

        Node child(Decision question, boolean in) {
            List<Answer> more = new ArrayList<>(answers);
            more.add(new Answer(question, in));
            return new Node(more, bound, dual, columns, rows);
        }

        Restriction restriction() {
            return new Restriction(search.candidates(), search.company(), answers);
        }
    }

    private record Branches(Decision question, Node in, Node out) {}

    private BranchAndPrice(Search search, Consumer<Relaxation> method) {
        this.search = search;
        this.method = method;
        root = new Node(
                List.of(),
                search.bound(),
                unrewarded(search.candidates().start(), search.candidates()),
                new ColumnPool(),
                List.of());
    }

    /** Works until the gap is closed or there is no time left; poses and bound are in the search. */
    static BranchAndPrice run(Search search, Consumer<Relaxation> method) {
        BranchAndPrice tree = new BranchAndPrice(search, method);
        tree.run();
        return tree;
    }

    private void run() {
        Node node = root;
        while (node != null && !search.deadline().passed()) {
            Node child = explored(node);
            if (child == null) {
                leastLeaf = Math.min(leastLeaf, node.bound);
                child = open.poll();
            }
            long least = Math.min(bound(child), bound(open.peek()));
            search.prove(Math.min(least, leastLeaf));
            node = child;
        }
    }

    private static long bound(@Nullable Node node) {
        return node == null ? Long.MAX_VALUE : node.bound;
    }

    /** Solves a node's relaxation; if that does not close it, branches and returns the child to go on with. */
    private @Nullable Node explored(Node node) {
        if (search.closed(node.bound)) {
            return null;
        }
        Restriction restriction = node.restriction();
        Candidates candidates = restriction.candidates(reward);
        Relaxation relaxation = new Relaxation(
                search,
                restriction,
                candidates,
                node == root ? search::prove : bound -> {},
                rewarded(node.dual, candidates),
                node.columns.fitting(candidates),
                node.rows);
        if (relaxation.goesOn()) {
            method.accept(relaxation);
        }
        node.bound = Math.max(node.bound, relaxation.bound());
        node.dual = unrewarded(relaxation.dual(), candidates);
        if (nodes >= finishAt) {
            finishAt *= 4;
            search.finish(columnsWithin(search.pool(), relaxation, 1));
        }
        if (node == root) {
            reward = reward(search.spare(node.bound));
        }
        Decision question = relaxation.question();
        if (question == null || search.closed(node.bound)) {
            return null;
        }
        node.columns = columnsWithin(relaxation.pool(), relaxation, CHILD_SHARE);
        node.rows = relaxation.rows();
        Branches branches = new Branches(question, node.child(question, true), node.child(question, false));
        node.branches = branches;
        open.add(branches.out());
        return branches.in();
    }

    /** In micro-units: above the gap, so that no better solution declines it, but never so high that sums overflow. */
    private long reward(long gap) {
        Grid grid = search.candidates().costs().grid();
        long least = 1 + grid.ceilMicro(gap);
        return Math.max(least, Math.min(REWARD_PER_GAP * least, grid.ceiling() >> grid.bits()));
    }

    /**
     * Columns whose reduced cost is at most a share of the gap. Reduced-cost fixing: one dearer than the whole of it is in no
     * better solution of the node.
     */
    private ColumnPool columnsWithin(ColumnPool pool, Relaxation relaxation, int share) {
        return relaxation.pricer().within(pool, relaxation.dual(), search.spare(relaxation.bound()) / share);
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
            lambda3[d] = Math.min(lambda3[d], -candidates.localGain(d));
        }
        return new DualPoint(dual.scaleBits(), lambda1, dual.lambda2(), lambda3);
    }

    int nodes() {
        return nodes;
    }

    /** Prices that prove the bound of the root. */
    DualPoint dual() {
        return root.dual;
    }

    /** The tree that proves the bound, or null where the root's prices do. */
    Proof.@Nullable Tree proof() {
        boolean pricesDo = root.branches == null || root.bound >= search.bound();
        return pricesDo ? null : new Proof.Tree(search.members(), proof(root));
    }

    private Proof.Node proof(Node node) {
        Branches branches = node.branches;
        return branches == null || node.bound >= search.bound()
                ? leaf(node)
                : new Proof.Branch(branches.question(), proof(branches.in()), proof(branches.out()));
    }

    /** Prices in whole micro-units where these still prove the bound of the component: they are much shorter. */
    private Proof.Leaf leaf(Node node) {
        Candidates candidates = node.restriction().candidates(reward);
        DualPoint whole = rewarded(node.dual, candidates).inWholeMicroUnits();
        long proven = new Pricer(candidates).price(whole, 1).bound()
                + candidates.costs().totalReward(search.members());
        boolean enough = proven >= search.bound();
        DualPoint dual = enough ? unrewarded(whole, candidates) : node.dual;
        int shift = enough ? dual.scaleBits() : 0;
        return new Proof.Leaf(
                shift,
                ofMembers(dual.lambda1(), shift),
                ofMembers(dual.lambda2(), shift),
                ofMembers(dual.lambda3(), shift));
    }

    private long[] ofMembers(long[] prices, int shift) {
        int[] members = search.members();
        long[] some = new long[members.length];
        for (int i = 0; i < some.length; i++) {
            some[i] = prices[members[i]] >> shift;
        }
        return some;
    }
}
