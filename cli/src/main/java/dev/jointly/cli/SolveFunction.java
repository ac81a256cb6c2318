package dev.jointly.cli;

import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import dev.jointly.solve.Solver;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The solver as the commands see it; several threads may call it at once. */
@FunctionalInterface
interface SolveFunction {
    Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped);

    /** The solver itself, for sessions. */
    default Solver solver() {
        throw new UnsupportedOperationException("this solver has no sessions");
    }

    /**
     * The same with another LP engine.
     *
     * @throws CannotSolveException when there is none of this name, or it does not work here
     */
    default SolveFunction withEngine(String name) {
        throw new UnsupportedOperationException("this solver has no engines to choose from");
    }
}
