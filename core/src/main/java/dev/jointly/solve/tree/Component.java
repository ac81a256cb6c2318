package dev.jointly.solve.tree;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.RebuildingModel;
import dev.jointly.lp.WorkLimit;
import dev.jointly.solve.branch.BranchingRule;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.branch.Restriction;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.price.ConstructionHeuristic;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.price.ProximalBundle;
import dev.jointly.solve.primal.RestrictedMasterHeuristic;
import dev.jointly.solve.primal.RoundingHeuristic;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Selection;
import java.util.Arrays;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/**
 * What all nodes of the tree share while one component is solved: its columns, its incumbent and its proven bound. All of
 * it is valid at any moment.
 */
public final class Component {
    /** First poses are constructed if a detection has this many candidates for its local assignments. On the 88 shared problems, never doing so gives 1,596 LPs instead of 1,679; it is for poses within a time limit. */
    private static final int CONSTRUCTION_LOCAL_SET = 8;

    /** A node starts with columns up to a reduced cost of the gap divided by this. On the 88 shared problems, 1 gives 1,507 LPs instead of 1,679; 16 gives 1,673. */
    private static final int NODE_COLUMN_SHARE = 4;

    private final Context context;
    private final int number;
    private final Candidates candidates;
    private final PinConstraints pins;
    private final Incumbent incumbent;
    private final int[] members;
    private final BranchingRule branchingRule;
    private DualPoint start;
    private ColumnPool pool;
    private @Nullable ProximalBundle bundle;
    private long bound = Grid.NO_BOUND;
    private int iterations;
    private int rows;

    /**
     * What all components of a problem share.
     *
     * @param gap relative gap at which a component counts as solved; 0 for the exact optimum
     * @param bounds of the whole problem
     */
    public record Context(
            SolveOptions options,
            double gap,
            LpEngine engine,
            Deadline deadline,
            GlobalBounds bounds,
            SearchListener listener) {}

    /**
     * What is known of a component before it is solved. None of it is trusted.
     *
     * @param prices from which to start if they prove more than the usual ones
     * @param columns of both kinds, allowed by its pins; the component adds its own to them
     * @param poses that satisfy its pins
     */
    public record Known(
            @Nullable DualPoint prices,
            ColumnPool columns,
            @Nullable Selection poses) {}

    private Component(Context context, int number, Candidates candidates, PinConstraints pins, long slack) {
        this.context = context;
        this.number = number;
        this.candidates = candidates;
        this.pins = pins;
        members = candidates.members();
        incumbent = new Incumbent(candidates.costs(), pins, context.bounds(), context.gap(), slack);
        branchingRule = new BranchingRule(candidates.costs(), pins, context.options());
        start = candidates.start();
        pool = new ColumnPool();
    }

    /**
     * A component with its first bound, and its first poses where these are known or soon made.
     *
     * @param number which of the components, from 1
     * @param slack by how many grid points the bound may stay below the objective and still prove it
     */
    public static Component begin(
            Context context, int number, Candidates candidates, PinConstraints pins, long slack, Known known) {
        Component component = new Component(context, number, candidates, pins, slack);
        component.incumbent.register();
        if (Arrays.stream(candidates.hosts()).anyMatch(m -> candidates.locals(m).length >= CONSTRUCTION_LOCAL_SET)) {
            // columns may be long in coming
            component.improve(ConstructionHeuristic.of(candidates, pins::requires, context.deadline()::passed));
        }
        component.firstBound(known.prices());
        component.pool = known.columns();
        component.improve(known.poses());
        return component;
    }

    private void firstBound(@Nullable DualPoint known) {
        Pricer pricer = pricer(candidates);
        start = pricer.start();
        bound = pricer.price(start, 1).bound();
        long knownBound = known == null ? Grid.NO_BOUND : pricer.price(known, 1).bound();
        if (known != null && knownBound > bound) {
            start = known;
            bound = knownBound;
        }
        context.bounds().raiseLower(bound);
    }

    /** An LP that starts over by itself when the engine fails; masters and sub-problems always have an optimum. */
    public LpModel newModel() {
        return new RebuildingModel(context.engine(), EnumSet.of(LpStatus.INFEASIBLE, LpStatus.UNBOUNDED), this::warn);
    }

    void warn(String what) {
        context.listener().warn(what);
    }

    public Candidates candidates() {
        return candidates;
    }

    /** Every detection of the component, ascending. */
    public int[] members() {
        return members;
    }

    PinConstraints pins() {
        return pins;
    }

    public SolveOptions options() {
        return context.options();
    }

    /** Prices these candidates until the deadline. */
    public Pricer pricer(Candidates some) {
        return new Pricer(some, options(), deadline()::passed);
    }

    public Deadline deadline() {
        return context.deadline();
    }

    public Incumbent incumbent() {
        return incumbent;
    }

    /** The first prices, which prove the first bound. */
    DualPoint start() {
        return start;
    }

    /** What the decisions of a node leave of the component. */
    Restriction restriction(TreeNode node) {
        return new Restriction(candidates, pins, node.decisions(), deadline()::passed);
    }

    /** Columns found in any node of any tree. */
    public ColumnPool pool() {
        return pool;
    }

    /** Of the columns known, those a node starts with. */
    ColumnPool columns(TreeNode node, Candidates left, Pricer pricer, DualPoint prices) {
        long gap = incumbent.gapOnGrid(node.bound());
        return pricer.columnsUpTo(pool.filtered(left::allow), prices, gap / NODE_COLUMN_SHARE);
    }

    /** Forgets the columns that no better solution has, by the prices of the root, and the dearest of too many. */
    void forgetColumns(Pricer pricer, DualPoint prices) {
        int max = options().count(SolveOption.MAX_COLUMNS);
        if (pool.size() > max) {
            pool = pricer.cheapest(pool, prices, max / 2);
        }
    }

    BranchingRule branchingRule() {
        return branchingRule;
    }

    /** The most Benders rows in force at once. */
    public int rows() {
        return rows;
    }

    /** Proven for the component, on the grid. */
    public long bound() {
        return bound;
    }

    /** A bound of the component, on the grid; ignored if it is not better than the one it has. */
    void prove(long proven) {
        if (proven > bound) {
            context.bounds().raiseLower(proven - bound);
            bound = proven;
        }
    }

    /** Reports the iteration just done. */
    void report(int columns, int bendersRows) {
        rows = Math.max(rows, bendersRows);
        context.listener().iteration(number, ++iterations, columns, bendersRows, context.bounds());
    }

    /** Counts a pass of both pricings. */
    void priced() {
        context.listener().priced();
    }

    /** The bundle of the last node or round of cuts; null before the first. */
    @Nullable
    ProximalBundle bundle() {
        return bundle;
    }

    void keep(ProximalBundle last) {
        bundle = last;
    }

    void improve(@Nullable Selection found) {
        incumbent.improve(found);
    }

    /** Takes the poses nearest to a point, made up from some columns, if they are better. */
    void round(ColumnPool columns, PrimalPoint point) {
        improve(RoundingHeuristic.greedy(columns, point, pins::requires));
    }

    /** True while there is a reason and time to go on. */
    boolean shouldContinue() {
        return !incumbent.closes(bound) && !deadline().passed();
    }

    /** The restricted-master heuristic over some columns. */
    void searchIncumbent(ColumnPool columns) {
        WorkLimit limit = new WorkLimit(
                options().count(SolveOption.HEURISTIC_STEPS), options().count(SolveOption.HEURISTIC_ITERATIONS));
        RestrictedMasterHeuristic heuristic =
                new RestrictedMasterHeuristic(context.engine(), limit, deadline(), this::warn);
        improve(heuristic.joint(columns, pins::requires, candidates.costs().mostPoses()));
    }
}
