package dev.jointly.solve;

import dev.jointly.problem.Problem;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Selection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Solves where the number of poses may be limited. First without the limit: components are solved apart, and mostly they have
 * few enough poses together. Where they have too many, all leads become one component, whose master has the limit as a row; the
 * price of that row, nu, is common to all.
 */
final class LimitedSolve {
    private final Solver solver;
    private final PinConstraints pins;
    private final ComponentSolve.Context context;

    LimitedSolve(Solver solver, PinConstraints pins, ComponentSolve.Context context) {
        this.solver = solver;
        this.pins = pins;
        this.context = context;
    }

    /** @param reduction makes the candidates of a problem */
    SolveOutcome solve(Problem problem, Function<Problem, Candidates> reduction) {
        if (problem.maxPoses().isEmpty()) {
            return solver.columnGeneration(reduction.apply(problem), pins, context);
        }
        int most = problem.maxPoses().getAsInt();
        GlobalBounds bounds = context.bounds();
        bounds.relax();
        SolveOutcome free = solver.columnGeneration(reduction.apply(problem.withoutLimit()), pins, context);
        if (free.selection().skeletons().size() <= most && pins.kept(free.selection(), problem.size())) {
            bounds.confirm();
            return free;
        }
        Selection few = cheaper(free.selection().atMost(most, pins::requires), context.poses(), problem.size());
        bounds.known(few.cost());
        boolean closed = Solution.closed(
                few.cost(), bounds.lowerMicro(), context.settings().gap());
        if (closed || context.deadline().passed()) {
            return free.with(few);
        }
        bounds.restart();
        SolveOutcome limited = solver.columnGeneration(reduction.apply(problem), pins, context.with(few));
        SolveOutcome best = limited.with(cheaper(limited.selection(), few, problem.size()));
        return bounds.provenBefore() ? free.with(best.selection()) : best.after(free.nodes());
    }

    /** The cheaper one, if it keeps the pins. */
    private Selection cheaper(@Nullable Selection found, Selection known, int detections) {
        return found != null && found.cost() < known.cost() && pins.kept(found, detections) ? found : known;
    }
}
