package dev.jointly.solve.tree;

import dev.jointly.lp.Deadline;
import dev.jointly.proof.Decision;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.cut.TreeCuts;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.price.ProximalBundle;
import dev.jointly.solve.primal.RoundingHeuristic;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Column;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.StrongBranchingOracle;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The LP relaxation of one node of the tree while a method works on it: its columns, its best proven bound with the dual
 * point that proves it, and its last point. Bound and dual point are valid at any moment.
 */
public final class NodeRelaxation {
    /** Columns met during the ascent are kept up to a reduced cost of the gap divided by this. On the 88 shared problems, 2 gives 239 nodes instead of 219; 32 gives 203. */
    private static final int ASCENT_COLUMN_SHARE = 8;

    /** Share of the gap that must be promised for another step. */
    private static final double ENOUGH = 1e-3;

    /** Steps of the ascent between two roundings of its weights. */
    private static final int ROUNDING_STRIDE = 4;

    /** How far the LP's optimum may be above the bound for no more columns to be wanted: a share of what is left to the incumbent. */
    private static final double CLOSE = 0.05;

    /** Differences of the LP's optimum and the bound that are its rounding. */
    private static final double EXACT = 1e-9;

    private final Component component;
    private final TreeNode node;
    private final TreeCuts cuts;
    private final Restriction restriction;
    private final Candidates candidates;
    private final Pricer pricer;
    private final ColumnPool pool;

    private DualPoint dual;
    private long bound = Grid.NO_BOUND;
    private PrimalPoint point = new PrimalPoint();
    private final CutRounds cutRounds;
    private final TreeScope.Branching rule;
    private @Nullable ProximalBundle bundle;
    private @Nullable Decision branching;

    private NodeRelaxation(TreeScope scope, TreeNode node, long penalty) {
        component = scope.component();
        cuts = scope.cuts();
        this.node = node;
        restriction = component.restriction(node);
        candidates = restriction.candidates(penalty);
        pricer = component.pricer(candidates);
        rule = scope.branching();
        cutRounds = new CutRounds(cuts, node.decisions().size(), options());
        dual = candidates.capped(node.dual());
        pool = component.columns(node, candidates, pricer, dual);
    }

    /**
     * The relaxation of a node with the bound and the columns that its parent's prices give.
     *
     * @param penalty of leaving a detection unused that a decision requires, on the grid
     */
    static NodeRelaxation begin(TreeScope scope, TreeNode node, long penalty) {
        NodeRelaxation relaxation = new NodeRelaxation(scope, node, penalty);
        relaxation.add(relaxation.price(relaxation.dual).columns(), column -> {});
        return relaxation;
    }

    public TreeNode node() {
        return node;
    }

    public Candidates candidates() {
        return candidates;
    }

    public SolveOptions options() {
        return component.options();
    }

    public Deadline deadline() {
        return component.deadline();
    }

    Pricer pricer() {
        return pricer;
    }

    public ColumnPool pool() {
        return pool;
    }

    public DualPoint dual() {
        return dual;
    }

    /** Proven for every solution of this node, on the grid. */
    long bound() {
        return bound;
    }

    /** The last point of the LP. */
    public PrimalPoint point() {
        return point;
    }

    /** Prices at a point and keeps the bound it proves if it is the best so far. */
    public PricingResult price(DualPoint wanted) {
        component.priced();
        DualPoint at = candidates.withPriceFloors(wanted, 0);
        PricingResult priced = pricer.price(at, columnTolerance());
        if (priced.bound() == Grid.NO_BOUND) {
            component.warn("the engine's duals are too large to be true and were dropped");
        } else if (priced.bound() > bound) {
            bound = priced.bound();
            dual = at;
            if (node.isRoot()) {
                component.prove(bound);
            }
        }
        return priced;
    }

    /** Adds columns to the node and its component, and those that are new to a master; false where none is. */
    public <C extends Column> boolean add(List<C> found, Consumer<? super C> master) {
        boolean added = false;
        for (C column : found) {
            if (pool.add(column)) {
                component.pool().add(column);
                master.accept(column);
                added = true;
            }
        }
        return added;
    }

    /** Takes the master's point and rounds it. */
    public void storePrimal(PrimalPoint master) {
        point = master;
        round();
    }

    /**
     * Raises the bound by a proximal bundle method, without the LP, and adds the columns that matter where it ends to the pool and
     * to a master.
     *
     * @return false if no column is new
     */
    public boolean ascend(Consumer<Column> master) {
        if (bundleSteps() == 0 || !shouldContinue()) {
            return false;
        }
        ProximalBundle ascent = currentBundle();
        boolean up = true;
        for (int i = 1; i <= bundleSteps() && up && shouldContinue(); i++) {
            DualPoint at = candidates.withPriceFloors(ascent.point(), 0);
            PricingResult priced = price(at);
            component.improve(
                    RoundingHeuristic.greedy(priced.skeletons(), priced.locals(), component.pins()::requires));
            up = ascent.step(priced, at, units(gapOnGrid()), ENOUGH);
            if (i % ROUNDING_STRIDE == 0 || !up) {
                component.round(ascent.columns(0), ascent.weights());
            }
        }
        // more columns would only burden the LP
        return add(ascent.columns(units(gapOnGrid() / ASCENT_COLUMN_SHARE)).columns(), master);
    }

    private int bundleSteps() {
        return options().count(SolveOption.BUNDLE_STEPS);
    }

    /** The bundle of this node under its cuts, with all of its columns. */
    private ProximalBundle currentBundle() {
        ProximalBundle current = bundle;
        if (current != null) {
            current.add(pool.columns());
            current.solve();
            return current;
        }
        ProximalBundle last = component.bundle();
        DualPoint center = candidates.withPriceFloors(cuts.withoutRetired(dual), 0);
        current = new ProximalBundle(candidates, center, boundAt(center), cuts.list(), cuts::isActive);
        if (last == null) {
            current.add(pool.columns());
            current.begin(units(gapOnGrid()));
        } else {
            current.beginFrom(last);
            current.add(pool.columns());
            current.solve();
        }
        bundle = current;
        component.keep(current);
        return current;
    }

    /** The bound of a point that may be the best one. */
    private long boundAt(DualPoint some) {
        boolean best = Arrays.equals(some.lambda1(), dual.lambda1())
                && Arrays.equals(some.cuts().sigma(), dual.cuts().sigma());
        if (best) {
            return bound;
        }
        PricingResult priced = price(some);
        add(priced.columns(), column -> {});
        return priced.bound();
    }

    private double units(long onGrid) {
        return candidates.costs().grid().toLp(onGrid);
    }

    /** Whether the LP's optimum is so near to the proven bound that its point is as good as optimal. */
    public boolean isNearBound(double objective) {
        double above = objective - units(bound);
        double near = bundleSteps() > 0 ? CLOSE * (units(gapOnGrid()) - above) : 0;
        return above <= Math.max(EXACT, near);
    }

    /** Looks for better poses near the last point. */
    public void round() {
        component.round(pool, point);
    }

    /** Reports the iteration just done. */
    public void report(int columns, int bendersRows) {
        component.report(columns, bendersRows);
    }

    /** Reduced cost from which a column is worth adding, in grid points. */
    public long columnTolerance() {
        return candidates.costs().grid().tolerance(options().get(SolveOption.REDUCED_COST_TOLERANCE));
    }

    /** Violation from which a row is worth adding, in units of cost. */
    public double rowTolerance() {
        return options().get(SolveOption.ROW_VIOLATION_TOLERANCE);
    }

    /** The cuts of the tree. */
    TreeCuts cuts() {
        return cuts;
    }

    /**
     * Adds cuts that the last point violates; false where there are none, or it is not worth it.
     *
     * @param lp prices of the cuts in the LP
     */
    public boolean addCuts(CutPrices lp) {
        bundle = null;
        return shouldContinue() && cutRounds.next(this, lp);
    }

    /** What is left between the bound and the incumbent, on the grid. */
    long gapOnGrid() {
        return component.incumbent().gapOnGrid(bound);
    }

    /** Settles the decision to branch on, while the master is there for strong branching. */
    public void chooseBranching(StrongBranchingOracle master) {
        if (shouldContinue()) {
            StrongBranchingOracle inTime = ruledOut -> deadline().passed() ? Double.NaN : master.objective(ruledOut);
            branching = rule.next(restriction, point, inTime);
        }
    }

    /** Chooses a decision without an LP where the weights of the ascent join detections that a pin keeps apart. */
    public boolean branchesOnPin() {
        if (bundle != null && !node.isRoot()) {
            branching = component.branchingRule().parting(restriction, bundle.weights());
        }
        return branching != null;
    }

    /** The decision to branch on; null where there is none left, or the relaxation is not solved. */
    @Nullable
    Decision branching() {
        return branching;
    }

    /**
     * Where the point leaves nothing to branch on and yet there is a gap, small enough to be due to rounding, of a micro-unit for
     * each price: prices without it, and if that is not enough, any decision that is left. So exact arithmetic has the last word,
     * not the engine.
     */
    void settle() {
        long prices = 2 + 2L * candidates.members().length;
        if (isStuck() && gapOnGrid() >> candidates.costs().grid().bits() <= prices) {
            price(restriction.settled(candidates, dual));
            branching = shouldContinue() ? restriction.anyOpen(candidates) : null;
        }
    }

    /** Whether it was solved, is not closed, and yet there is nothing to branch on. */
    boolean isStuck() {
        return branching == null && shouldContinue();
    }

    /** True while there is a reason and time to go on. */
    public boolean shouldContinue() {
        return !component.incumbent().closes(bound) && !component.deadline().passed();
    }

    /** Rounds of cuts in one node: at the root of a tree as long as they pay, below it one. */
    static final class CutRounds {
        /** Share of the remaining gap that {@link #PATIENCE} rounds must close for more to follow. On the 88 shared problems, 0.2 gives 217 nodes instead of 219; 2 rounds give 209 nodes. */
        private static final double PROGRESS = 0.05;

        private static final int PATIENCE = 5;

        private final TreeCuts cuts;
        private final int most;
        private int rounds;
        private int idle;
        private long gapBefore;

        /** @param depth decisions above the node */
        CutRounds(TreeCuts cuts, int depth, SolveOptions options) {
            this.cuts = cuts;
            int mostAtRoot = cuts.rounds();
            int mostBelow = depth > options.count(SolveOption.CUT_DEPTH) ? 0 : Math.min(1, mostAtRoot);
            most = depth == 0 ? mostAtRoot : mostBelow;
        }

        /**
         * Adds cuts that the last point of a node violates; false where there are none, or the last rounds were not worth it.
         *
         * @param lp prices of the cuts in the LP
         */
        boolean next(NodeRelaxation node, CutPrices lp) {
            if (rounds >= most) {
                return false;
            }
            long gap = node.gapOnGrid();
            if (rounds == 0 || gap < (1 - PROGRESS) * gapBefore) {
                gapBefore = gap;
                idle = 0;
            }
            rounds++;
            return idle++ < PATIENCE && cuts.separate(node.point(), lp, node.deadline()::passed);
        }
    }
}
