package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.RebuildingModel;
import dev.jointly.problem.Micro;
import dev.jointly.proof.Decision;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.price.ConstructionHeuristic;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.primal.RestrictedMasterHeuristic;
import dev.jointly.solve.primal.RoundingHeuristic;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.PrimalPoint;
import dev.jointly.solve.term.Selection;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all nodes of the tree share while one component is worked on: its columns, its best poses and its proven bound.
 * All of it is valid at any moment.
 */
final class ComponentSolve {
    /** Where more than one in so many detections of a component are in regions, it is worked on as a whole. */
    private static final int MOST_IN_REGIONS = 2;

    /** From so many candidates of one local set on, the first poses are made one by one: columns may be long in coming. */
    private static final int LARGE_LOCAL_SET = 16;

    private final int number;
    private final Candidates candidates;
    private final PinConstraints pins;
    private final Settings settings;
    private final LpEngine engine;
    private final Deadline deadline;
    private final GlobalBounds ledger;
    private final long slack;
    private final int[] members;
    private final ColumnPool pool = new ColumnPool();
    private Selection best = Selection.EMPTY;
    /** Of the best poses, or what they have to be cheaper than, in micro-units. */
    private long cost;

    private long bound;
    private final Map<Decision, Double> scores = new HashMap<>();
    private int iterations;
    private int rows;

    /**
     * @param number which of the components, from 1
     * @param slack by how many grid points the bound may stay below the objective and still prove it
     */
    ComponentSolve(
            int number,
            Candidates candidates,
            PinConstraints pins,
            Settings settings,
            LpEngine engine,
            Deadline deadline,
            GlobalBounds ledger,
            long slack) {
        this.number = number;
        this.candidates = candidates;
        this.pins = pins;
        this.settings = settings;
        this.engine = engine;
        this.deadline = deadline;
        this.ledger = ledger;
        this.slack = slack;
        members = candidates.members();
        long rewards = candidates.costs().totalReward(members);
        // no poses at all: what must be used is not, and as dear as if that were so much
        cost = grid().ceilMicro(rewards);
        ledger.addCost(cost);
        if (Arrays.stream(candidates.hosts()).anyMatch(m -> candidates.locals(m).length >= LARGE_LOCAL_SET)) {
            improve(ConstructionHeuristic.of(candidates, pins::requires, deadline::passed));
        }
        bound = Math.addExact(
                new Pricer(candidates, deadline::passed)
                        .price(candidates.start(), 1)
                        .bound(),
                rewards);
        ledger.raiseLower(bound);
    }

    /** An LP that starts over by itself when the engine fails; masters and sub-problems always have an optimum. */
    LpModel newModel() {
        return new RebuildingModel(engine, EnumSet.of(LpStatus.INFEASIBLE, LpStatus.UNBOUNDED), ledger::trouble);
    }

    void trouble(String what) {
        ledger.trouble(what);
    }

    Candidates candidates() {
        return candidates;
    }

    /** Every detection of the component, ascending. */
    int[] members() {
        return members;
    }

    PinConstraints pins() {
        return pins;
    }

    Settings settings() {
        return settings;
    }

    Deadline deadline() {
        return deadline;
    }

    /** Every column found in any node. */
    ColumnPool pool() {
        return pool;
    }

    /** How telling questions tried so far are, for whichever node asks next. */
    Map<Decision, Double> scores() {
        return scores;
    }

    Selection best() {
        return best;
    }

    int rows() {
        return rows;
    }

    /** Proven for the whole component, on the grid. */
    long bound() {
        return bound;
    }

    /**
     * What costs this much or more is of no use: poses of the whole problem are in hand that no such poses of this
     * component can beat, whatever the other components do.
     *
     * @param most in grid points
     */
    void onlyBelow(long most) {
        long micro = grid().ceilMicro(most);
        if (micro < cost) {
            ledger.addCost(micro - cost);
            cost = micro;
        }
    }

    /** What is proven for the whole component now; what is worse than before is forgotten. */
    void prove(long proven) {
        if (proven > bound) {
            ledger.raiseLower(proven - bound);
            bound = proven;
        }
    }

    /** Tells the world about the iteration just done. */
    void report(int columns, int bendersRows) {
        rows = Math.max(rows, bendersRows);
        ledger.iteration(number, ++iterations, columns, bendersRows);
    }

    /** Counts a pass of both pricings. */
    void priced() {
        ledger.priced();
    }

    /** Takes poses where they are cheaper and keep to the pins. */
    void improve(@Nullable Selection found) {
        if (found != null
                && found.cost() < cost
                && pins.kept(found, candidates.costs().size())) {
            ledger.addCost(found.cost() - cost);
            best = found;
            cost = found.cost();
        }
    }

    /**
     * The same sets of detections, or none where they are so large a part of the component that it is better worked on as a
     * whole, or where pins ask for more than prices can tell.
     */
    List<BitSet> orNoneIfTooLarge(List<BitSet> sets) {
        int together = sets.stream().mapToInt(BitSet::cardinality).sum();
        return pins.free() && MOST_IN_REGIONS * together <= members.length ? sets : List.of();
    }

    /** Takes the poses nearest to a point, made up from some columns, if they are better. */
    void round(ColumnPool columns, PrimalPoint point) {
        improve(RoundingHeuristic.greedy(columns, point, pins::requires));
    }

    /** What is left between a bound and the best poses, in grid points. */
    long gapOnGrid(long at) {
        return grid().fromMicro(cost) - at;
    }

    /** The same in units of cost. */
    double gapInUnits(long at) {
        return Micro.toDouble(cost) - Micro.toDouble(grid().ceilMicro(at));
    }

    /** Whether nothing below this bound is worth looking for. */
    boolean closed(long at) {
        return gapOnGrid(at) <= slack
                || (settings.gap() > 0 && Solution.closed(cost, grid().ceilMicro(at), settings.gap()));
    }

    /** True while there is a reason and time to go on. */
    boolean shouldContinue() {
        return !closed(bound) && !deadline.passed();
    }

    /** The integer program over some columns, for a share of the work that may be spent on one. */
    void finish(ColumnPool columns, int share) {
        RestrictedMasterHeuristic finish = new RestrictedMasterHeuristic(
                engine, settings.numerics().finishLimit().dividedBy(share), deadline, ledger::trouble);
        improve(finish.joint(columns, candidates.costs(), pins::requires));
    }

    private Grid grid() {
        return candidates.costs().grid();
    }
}
