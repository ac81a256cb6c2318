package dev.jointly.server;

import dev.jointly.margin.ConfirmedMargins;
import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Solution;
import java.util.List;
import java.util.function.Predicate;

/**
 * The margins of a solution, as far as the checker confirms them.
 *
 * @param budget within which they are found
 */
record CheckedMargins(Problem problem, Solution solution, WorkQueue.TimeBudget budget) {
    /** Lower bounds, for which nothing is solved. */
    List<Margin> bounds() {
        return confirmed(MarginBounds.of(problem, solution, budget::over));
    }

    /**
     * Those whose bounds are small found by solving, the smallest first; those that are not found in time stay bounds.
     *
     * @param aside a session of the problem in which the numbers of people may change
     * @param below bounds from this on are good enough
     * @param wanted the others are left out
     */
    List<Margin> exact(Session aside, long below, Predicate<Margin> wanted) {
        List<Margin> bounds = MarginBounds.of(problem, solution, budget::over).stream()
                .filter(wanted)
                .toList();
        return confirmed(new ExactMargins(aside, List.of(), solution).of(bounds, below, budget::over));
    }

    private List<Margin> confirmed(List<Margin> margins) {
        return ConfirmedMargins.of(problem, solution, margins, budget.left()).margins();
    }
}
