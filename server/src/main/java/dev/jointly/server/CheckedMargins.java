package dev.jointly.server;

import dev.jointly.margin.ConfirmedMargins;
import dev.jointly.margin.ExactMargins;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Solution;
import java.util.List;

/**
 * The margins of a solution, as far as the checker confirms them.
 *
 * @param turn within which they are found
 */
record CheckedMargins(Problem problem, Solution solution, Turn turn) {
    /** Lower bounds, for which nothing is solved. */
    List<Margin> bounds() {
        return confirmed(MarginBounds.of(problem, solution, turn::over));
    }

    /** Each found by solving; see {@link #exact(Session, long)}. */
    List<Margin> exact(Session aside) {
        return exact(aside, Long.MAX_VALUE);
    }

    /**
     * Those whose bounds are small found by solving, the smallest first; those that are not found in time stay bounds.
     *
     * @param aside a session of the problem in which nobody minds the numbers of people
     * @param below bounds from this on are good enough
     */
    List<Margin> exact(Session aside, long below) {
        List<Margin> bounds = MarginBounds.of(problem, solution, turn::over);
        return confirmed(new ExactMargins(aside, List.of(), solution).of(bounds, below, turn::over));
    }

    private List<Margin> confirmed(List<Margin> margins) {
        return ConfirmedMargins.of(problem, solution, margins, turn.left()).margins();
    }
}
