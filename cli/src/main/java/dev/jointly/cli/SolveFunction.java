package dev.jointly.cli;

import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The solver as the commands see it; several threads may call it at once. */
@FunctionalInterface
interface SolveFunction {
    Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped);
}
