package dev.jointly.solve.tree;

import dev.jointly.lp.Deadline;
import dev.jointly.proof.Decision;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.cut.TreeCuts;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.price.SubgradientAscent;
import dev.jointly.solve.primal.RoundingHeuristic;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Skeleton;
import dev.jointly.solve.term.StrongBranchingOracle;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The LP relaxation of one node of the tree while a method works on it: its columns, its best proven bound with the dual
 * point that proves it, its last point, and the tolerance in force. Bound and dual point are valid at any moment.
 */
public final class NodeRelaxation {
    /** Columns met during the ascent are kept up to a reduced cost of the gap divided by this. On the 88 shared problems, 2 gives 239 nodes instead of 219; 32 gives 203. */
    private static final int ASCENT_COLUMN_SHARE = 8;

    private final Component component;
    private final TreeNode node;
    private final TreeCuts cuts;
    private final Restriction restriction;
    private final Candidates candidates;
    private final Pricer pricer;
    private final ColumnPool pool;
    private final NodeColumns columns;

    private DualPoint dual;
    private long bound = Grid.NO_BOUND;
    private PrimalPoint point = new PrimalPoint();
    private final Tolerances tolerances;
    private final CutRounds cutRounds;
    private final TreeScope.Branching rule;
    private boolean ascending;
    private @Nullable Decision branching;

    private NodeRelaxation(TreeScope scope, TreeNode node, long penalty) {
        component = scope.component();
        cuts = scope.cuts();
        this.node = node;
        restriction = component.restriction(node);
        candidates = restriction.candidates(penalty);
        pricer = component.pricer(candidates);
        tolerances = new Tolerances(options());
        rule = scope.branching();
        ascending = !node.visited();
        cutRounds = new CutRounds(cuts, node.decisions().size(), options());
        dual = candidates.capped(node.dual());
        pool = component.columns(node, candidates, pricer, dual);
        columns = new NodeColumns(pool, component);
    }

    /**
     * The relaxation of a node with the bound and the columns that its parent's prices give.
     *
     * @param penalty of leaving a detection unused that a decision requires, on the grid
     */
    static NodeRelaxation begin(TreeScope scope, TreeNode node, long penalty) {
        NodeRelaxation relaxation = new NodeRelaxation(scope, node, penalty);
        PricingResult atStart = relaxation.price(relaxation.dual);
        relaxation.columns.addSkeletons(atStart.skeletons(), skeleton -> {});
        relaxation.columns.addLocals(atStart.locals(), local -> {});
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

    public NodeColumns columns() {
        return columns;
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
    private PricingResult price(DualPoint wanted) {
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

    /**
     * Wentges smoothing: prices part of the way from the best prices known to the LP's, since an LP over few columns has
     * wild prices; then, if no column is taken there, at the LP's own.
     */
    public boolean priceStabilized(DualPoint lp, Predicate<PricingResult> taken) {
        double share = options().get(SolveOption.STABILIZATION);
        return taken.test(price(cuts.withoutRetired(dual.towards(lp, share)))) || taken.test(price(lp));
    }

    /** Takes the master's point and rounds it. */
    public void storePrimal(PrimalPoint master) {
        point = master;
        round();
    }

    /**
     * Raises the bound by subgradient ascent, without the LP, and adds those of the columns met on the way that matter where
     * the bound is best to the pool and to a master. Only at the root: further down the tree prices are near their best from
     * the start. And only until it leads no higher.
     */
    public void ascend(int steps, Consumer<Skeleton> master, Consumer<LocalAssignment> masterLocal) {
        if (!node.isRoot() || !ascending) {
            return;
        }
        long before = bound;
        SubgradientAscent ascent = new SubgradientAscent(candidates, dual);
        ColumnPool met = new ColumnPool();
        boolean up = true;
        for (int i = 0; i < steps && up && shouldContinue(); i++) {
            PricingResult priced = price(ascent.point());
            met.addAll(priced.skeletons(), priced.locals());
            component.improve(
                    RoundingHeuristic.greedy(priced.skeletons(), priced.locals(), component.pins()::requires));
            up = ascent.step(priced, component.incumbent().gapOnGrid(priced.bound()));
        }
        ascending = steps == 0 || bound > before;
        // more columns would only burden the LP
        long most = component.incumbent().gapOnGrid(bound) / ASCENT_COLUMN_SHARE;
        ColumnPool matter = pricer.columnsUpTo(met, dual, most);
        columns.addSkeletons(matter.skeletons(), master);
        columns.addLocals(matter.locals(), masterLocal);
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
        return candidates.costs().grid().tolerance(tolerances.columns());
    }

    /** Violation from which a row is worth adding, in units of cost. */
    public double rowTolerance() {
        return tolerances.rows();
    }

    /**
     * Turns to the tighter tolerance, once, where what is left of the gap could be due to the looser one; and at the root,
     * whose prices the certificate publishes.
     */
    public boolean tightenTolerance() {
        int prices = 2 * (candidates.leads().length + candidates.hosts().length);
        boolean matters = node.isRoot()
                || component.incumbent().gapInUnits(bound) <= rowTolerance() + prices * tolerances.columns();
        return tolerances.tighten() && matters && shouldContinue();
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
        return shouldContinue() && cutRounds.next(this, lp);
    }

    /** What is left between the bound and the incumbent, on the grid. */
    long gapOnGrid() {
        return component.incumbent().gapOnGrid(bound);
    }

    /** Settles the decision to branch on, while the master is there for strong branching. */
    public void chooseBranching(StrongBranchingOracle master) {
        if (shouldContinue()) {
            StrongBranchingOracle inTime =
                    (out, outLocal) -> deadline().passed() ? Double.NaN : master.objective(out, outLocal);
            branching = rule.next(restriction, point, inTime);
        }
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

    /** The tolerances in force in one node: the usual ones first, then perhaps a tighter one for both. */
    static final class Tolerances {
        /** Replaces both where only they could separate the bound from an exact proof. On the 88 shared problems, 1e-6 gives 1,631 LPs instead of 1,679, and as many nodes. */
        private static final double TIGHT = 1e-8;

        private final SolveOptions options;
        private double columns;

        Tolerances(SolveOptions options) {
            this.options = options;
            columns = options.get(SolveOption.REDUCED_COST_TOLERANCE);
        }

        /** Reduced cost from which a column is worth adding, in units of cost. */
        double columns() {
            return columns;
        }

        /** Violation from which a row is worth adding, in units of cost. */
        double rows() {
            return columns < options.get(SolveOption.REDUCED_COST_TOLERANCE)
                    ? columns
                    : options.get(SolveOption.ROW_VIOLATION_TOLERANCE);
        }

        /** Turns to the tight one; false where that is in force already. */
        boolean tighten() {
            boolean tighter = columns > TIGHT;
            columns = Math.min(columns, TIGHT);
            return tighter;
        }
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

    /** New columns of a node, which are put into its pool, that of its component, and a master. */
    public static final class NodeColumns {
        private final ColumnPool pool;
        private final Component component;

        NodeColumns(ColumnPool pool, Component component) {
            this.pool = pool;
            this.component = component;
        }

        /** Adds those not known yet; false when none was new. */
        public boolean addSkeletons(List<Skeleton> found, Consumer<Skeleton> master) {
            boolean added = false;
            for (Skeleton skeleton : found) {
                if (pool.add(skeleton)) {
                    component.pool().add(skeleton);
                    master.accept(skeleton);
                    added = true;
                }
            }
            return added;
        }

        /** Likewise for local assignments. */
        public boolean addLocals(List<LocalAssignment> found, Consumer<LocalAssignment> master) {
            boolean added = false;
            for (LocalAssignment local : found) {
                if (pool.add(local)) {
                    component.pool().add(local);
                    master.accept(local);
                    added = true;
                }
            }
            return added;
        }
    }
}
