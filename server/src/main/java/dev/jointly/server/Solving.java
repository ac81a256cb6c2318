package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The solver as the service sees it; several threads may call it at once. */
@FunctionalInterface
public interface Solving {
    /** Solves until proven, until the time limit, or until stopped. */
    Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped);
}
