package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.RebuildingModel;
import dev.jointly.problem.Micro;
import dev.jointly.solve.finish.IntegerFinish;
import dev.jointly.solve.finish.Rounding;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.price.Pricer.Priced;
import dev.jointly.solve.term.BendersRow;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Clusters;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What both methods share while they work on one component: its columns, its best proven bound with the dual point
 * that proves it, its best poses, and the tolerance in force. All of it is valid at any moment.
 */
final class Search {
    /** Near-optimal columns are first sought within this fraction of the gap, then within fractions so much wider. */
    private static final int NEAREST_SHARE = 1024;

    private static final int NEAREST_STEP = 4;

    /** Columns already found are taken from a wider neighbourhood than others, by this factor. */
    private static final int FOUND_SHARE = 16;

    private final int number;
    private final Candidates candidates;
    private final Settings settings;
    private final LpEngine engine;
    private final Deadline deadline;
    private final Ledger ledger;
    private final Pricer pricer;
    private final ColumnPool pool = new ColumnPool();
    private DualPoint dual;
    private long bound;
    private Selection best = Selection.EMPTY;
    private double tolerance;
    private int iterations;
    private int rows;

    Search(int number, Candidates candidates, Settings settings, LpEngine engine, Deadline deadline, Ledger ledger) {
        this.number = number;
        this.candidates = candidates;
        this.settings = settings;
        this.engine = engine;
        this.deadline = deadline;
        this.ledger = ledger;
        pricer = new Pricer(candidates);
        tolerance = settings.numerics().reducedCostTolerance();
        dual = candidates.start();
        Priced atStart = pricer.price(dual, columnTolerance());
        bound = atStart.bound();
        ledger.raiseLower(bound);
        atStart.skeletons().forEach(pool::add);
        improve(Rounding.greedy(pool, g -> 0, l -> 0));
    }

    /** An LP that starts over by itself when the engine fails; masters and sub-problems always have an optimum. */
    LpModel newModel() {
        return new RebuildingModel(engine, EnumSet.of(LpStatus.INFEASIBLE, LpStatus.UNBOUNDED), ledger::trouble);
    }

    Candidates candidates() {
        return candidates;
    }

    Settings settings() {
        return settings;
    }

    Deadline deadline() {
        return deadline;
    }

    ColumnPool pool() {
        return pool;
    }

    DualPoint dual() {
        return dual;
    }

    Selection best() {
        return best;
    }

    int rows() {
        return rows;
    }

    /** Prices at a point and keeps the bound it proves if it is the best so far. */
    Priced price(DualPoint at) {
        Priced priced;
        try {
            priced = pricer.price(at, columnTolerance());
        } catch (ArithmeticException overflow) {
            ledger.trouble("the engine's duals are too large to be true and were dropped");
            return new Priced(Long.MIN_VALUE, List.of(), List.of());
        }
        if (priced.bound() > bound) {
            ledger.raiseLower(priced.bound() - bound);
            bound = priced.bound();
            dual = at;
        }
        return priced;
    }

    /** Rounds the master's point, before anything is added to the master or the pool. */
    void round(IntToDoubleFunction skeletonValue, IntToDoubleFunction localValue) {
        improve(Rounding.greedy(pool, skeletonValue, localValue));
    }

    /** Tells the world about the iteration just done. */
    void report(int columns, int bendersRows) {
        rows = bendersRows;
        ledger.iteration(number, ++iterations, columns, bendersRows);
    }

    void improve(@Nullable Selection found) {
        Selection better = best.orBetter(found);
        ledger.improve(best, better);
        best = better;
    }

    /** Adds those not known yet to the pool and to a master; false when none was new. */
    boolean addSkeletons(List<Skeleton> found, Consumer<Skeleton> master) {
        boolean added = false;
        for (Skeleton skeleton : found) {
            if (pool.add(skeleton)) {
                master.accept(skeleton);
                added = true;
            }
        }
        return added;
    }

    /** Likewise for local assignments. */
    boolean addLocals(Iterable<LocalAssignment> found, Consumer<LocalAssignment> master) {
        boolean added = false;
        for (LocalAssignment local : found) {
            if (pool.add(local)) {
                master.accept(local);
                added = true;
            }
        }
        return added;
    }

    /** Reduced cost from which a column is worth adding, in grid points. */
    long columnTolerance() {
        return candidates.costs().grid().tolerance(tolerance);
    }

    /** Violation from which a row is worth adding, in units of cost. */
    double rowTolerance() {
        return tolerance < settings.numerics().reducedCostTolerance()
                ? tolerance
                : settings.numerics().rowViolationTolerance();
    }

    /** Turns to the finer tolerance, once, where what is left of the gap could be due to the coarser one. */
    boolean polish() {
        double gap = Micro.toDouble(best.cost())
                - Micro.toDouble(candidates.costs().grid().ceilMicro(bound));
        int prices = candidates.leads().length + candidates.hosts().length + rows;
        double finer = settings.numerics().polishTolerance();
        boolean again = goesOn() && tolerance > finer && gap <= rowTolerance() + prices * tolerance;
        tolerance = Math.min(tolerance, finer);
        return again;
    }

    /** Whether the bounds of this component already meet as closely as asked. */
    boolean settled() {
        long lower = candidates.costs().grid().ceilMicro(bound);
        return best.cost() == lower || (settings.gap() > 0 && Solution.closed(best.cost(), lower, settings.gap()));
    }

    /** True while there is a reason and time to go on. */
    boolean goesOn() {
        return !settled() && !deadline.passed();
    }

    /** The paper's finish: skeletons first, by the master's integer program with its rows, then local assignments. */
    void finishByParts(Clusters clusters, List<BendersRow> found) {
        if (goesOn()) {
            Grid grid = candidates.costs().grid();
            improve(finish().masterThenParts(pool, clusters, found, grid));
        }
    }

    /**
     * The joint finish. First with all columns near optimal at the best dual point, nearest first, as long as they are
     * not too many: what is missing at the end is mostly columns, not a better bound. Then with the columns found, less
     * those too dear for any better solution.
     */
    void finishJointly() {
        int limit = settings.numerics().nearColumns();
        boolean all = true;
        for (int share = NEAREST_SHARE; all && share > 0 && goesOn(); share /= NEAREST_STEP) {
            ColumnPool near = pricer.within(pool, dual, spare() / Math.max(1, share / FOUND_SHARE));
            all = pricer.nearOptimal(dual, spare() / share, limit, near);
            if (all) {
                improve(finish().joint(near));
            }
        }
        if (goesOn()) {
            improve(finish().joint(pricer.within(pool, dual, spare())));
        }
    }

    /** What is left between the bounds, in grid points. */
    private long spare() {
        return candidates.costs().grid().fromMicro(best.cost()) - bound;
    }

    private IntegerFinish finish() {
        return new IntegerFinish(
                engine, () -> deadline.within(settings.numerics().finishLimit()), ledger::trouble);
    }
}
