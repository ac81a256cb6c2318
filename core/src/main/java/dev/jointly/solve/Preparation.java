package dev.jointly.solve;

import dev.jointly.problem.Problem;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.branch.PinnedProblems;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.price.Pricer;
import dev.jointly.solve.reduce.Components;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.Selection;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A problem as the search wants it: its pins, its costs on the exact grid, what reductions leave, and a first incumbent.
 *
 * @param problem with forbidden pairs in place of the pins that these can express
 * @param pins all of them
 * @param candidates what reductions leave
 * @param incumbent poses that satisfy the pins
 * @param ceiling what a better solution costs less than, in micro-units
 */
record Preparation(Problem problem, PinConstraints pins, Candidates candidates, Selection incumbent, long ceiling) {
    /** Finds poses that satisfy the pins of a problem, or throws a {@link PinsException}. */
    @FunctionalInterface
    interface FirstPoses {
        Selection of(Problem problem);
    }

    /**
     * Prepares a problem. The tables of pair costs are made once: what is needed before the penalties are known does not depend
     * on these.
     *
     * @param known poses that may violate the pins, near which the first incumbent is looked for
     * @param search for poses, where none are near
     * @param stopped when to be content with longer lists
     */
    static Preparation of(
            Problem problem, Selection known, FirstPoses search, SolveOptions options, BooleanSupplier stopped) {
        PinConstraints pins = new PinConstraints(problem.pins());
        Problem allowed = PinnedProblems.forbiddingPairs(problem);
        BitSet skipped = PinnedProblems.skipped(problem.pins());
        Costs costs = new Costs(allowed, Grid.of(allowed, Grid.MAX_BITS));
        @Nullable Selection repaired = new PinRepair(costs, pins, skipped, stopped).of(known);
        Selection incumbent = repaired != null ? repaired : search.of(problem).costing(costs, pins::requires);
        if (pins.required().length == 0) {
            return reduced(costs, pins, skipped, 0, incumbent, incumbent.cost(), stopped);
        }
        long aboveGap = Math.subtractExact(1 + incumbent.cost(), leastCost(costs, skipped, options, stopped));
        long penalty = penalty(allowed, pins, aboveGap);
        Grid grid = Grid.of(allowed, (double) penalty * pins.required().length, Grid.MAX_BITS);
        return reduced(costs.on(grid), pins, skipped, penalty, incumbent, incumbent.cost(), stopped);
    }

    /** A problem at these costs, with penalties in micro-units for what must be used. */
    static Preparation reduced(
            Costs costs,
            PinConstraints pins,
            BitSet skipped,
            long penalty,
            Selection incumbent,
            long ceiling,
            BooleanSupplier stopped) {
        long[] penalties = pins.penalties(costs.size(), costs.grid().fromMicro(penalty));
        return new Preparation(
                costs.problem(), pins, Reduction.of(costs, skipped, penalties, stopped), incumbent, ceiling);
    }

    /**
     * Above the gap no better solution leaves unused what must be used. Where there is no room for that, a smaller penalty is as
     * valid, but may leave a gap.
     */
    private static long penalty(Problem problem, PinConstraints pins, long aboveGap) {
        double room = Grid.roomForPenalties(problem) / pins.required().length;
        return Math.max(1, Math.min(aboveGap, (long) room));
    }

    /** A lower bound on every solution, pins or not, in micro-units: what pricing alone proves, or all negative costs. */
    private static long leastCost(Costs costs, BitSet skipped, SolveOptions options, BooleanSupplier stopped) {
        Candidates reduced = Reduction.of(costs, skipped, new long[costs.size()], stopped);
        Pricer pricer = new Pricer(reduced, options, stopped);
        long bound = costs.grid().ceilMicro(pricer.price(pricer.start(), 1).bound());
        return Math.max(bound, PinnedProblems.negativeSum(costs.problem()));
    }

    /** Independent problems. Their costs and bounds add up. */
    List<Candidates> components() {
        return Components.of(candidates, pins.tied());
    }

    Grid grid() {
        return candidates.costs().grid();
    }

    /** Without a limit on the number of poses. */
    Preparation withoutLimit() {
        return new Preparation(problem.withoutLimit(), pins, candidates.withoutLimit(), incumbent, ceiling);
    }

    /** With another incumbent, which is no more expensive. */
    Preparation with(Selection better) {
        return new Preparation(problem, pins, candidates, better, Math.min(ceiling, better.cost()));
    }

    /** The cheaper one of two, if it satisfies the pins. */
    Selection cheaper(@Nullable Selection found, Selection than) {
        return found != null && found.cost() < than.cost() && pins.kept(found, problem.size()) ? found : than;
    }
}
