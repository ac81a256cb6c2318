package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.solve.term.Costs;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Solves problems: reduces them, splits them into components, solves each by the requested method, and combines poses and
 * proofs. Thread-safe if its engine is.
 */
public final class Solver {
    /** Tables of pair costs that are in memory at once. */
    private static final long TABLES = 3;

    private final LpEngine engine;

    /** A solver that any number of solves may share; the engine solves its linear programs. */
    public Solver(LpEngine engine) {
        this.engine = engine;
    }

    /** Solves until proven or until the time limit. */
    public Solution solve(Problem problem, Settings settings) {
        return solve(problem, settings, event -> {}, () -> false);
    }

    /**
     * Solves until proven, until the time limit, or until stopped. In each case both bounds of the solution are valid.
     *
     * @param listener receives events one at a time, in order, on any of the solving threads; an exception that it throws ends the solve
     * @param stopped called often, by any of these threads; once it returns true, the solve ends soon
     * @throws PinsException if the problem's pins cannot all hold, or no poses that keep them were found in time
     * @throws ProblemTooLargeException if exact arithmetic or the tables of pair costs cannot hold the problem
     */
    public Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped) {
        return solve(problem, settings, listener, stopped, new WarmStart());
    }

    /**
     * The same, starting from what an earlier solve of the problem under other pins has left.
     *
     * @param warm what that was; afterwards, what this solve leaves
     */
    public Solution solve(
            Problem problem,
            Settings settings,
            Consumer<SolveEvent> listener,
            BooleanSupplier stopped,
            WarmStart warm) {
        try {
            return solve(problem, settings, listener, Deadline.after(settings.timeLimit(), stopped), warm);
        } catch (ArithmeticException e) {
            throw new ProblemTooLargeException(
                    "problem \"" + problem.id() + "\" is too large for exact arithmetic: a sum"
                            + " of its costs leaves 64 bits; divide all costs by the same number and try again");
        }
    }

    /**
     * An estimate of the memory for the tables of pair costs, which is most of what a solve or a check of a large problem takes. A problem
     * of 3,000 detections of one part, 72 MB per table, was solved and checked with 276 MB of heap and not with 204 MB.
     */
    public static long tableBytes(Problem problem) {
        return TABLES * Long.BYTES * Costs.cells(problem);
    }

    private Solution solve(
            Problem problem, Settings settings, Consumer<SolveEvent> listener, Deadline deadline, WarmStart warm) {
        EventPublisher events = new EventPublisher(listener);
        ComponentSolver components = new ComponentSolver(engine, settings, deadline);
        PinFeasibility feasibility = new PinFeasibility(components.exact());
        Preparation prepared =
                Preparation.of(problem, warm.selection(), feasibility::keeping, settings.options(), deadline::passed);
        SolveOutcome outcome = problem.maxPoses().isPresent()
                ? new PoseLimitStrategy(components, problem.maxPoses().getAsInt()).solve(prepared, events, warm)
                : components.solve(prepared, events, warm);
        Solution solution = SolutionBuilder.of(problem, prepared, outcome, settings, events, deadline);
        events.finished(solution);
        return solution;
    }
}
