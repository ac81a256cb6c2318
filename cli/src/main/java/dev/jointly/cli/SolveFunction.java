package dev.jointly.cli;

import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The solver as the commands see it; several threads may call it at once. */
@FunctionalInterface
public interface SolveFunction {
    Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped);

    /**
     * Loads the library now, for those that solve only later.
     *
     * @throws CannotSolveException when it does not work here
     */
    default void load() {}

    /** One problem to be solved again under other pins. */
    default Session session(Problem problem, Settings settings) {
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
