package dev.jointly.cli;

import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

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

    /** Solves problems for measurements; Ctrl-C ends the program, for half a measurement is of no use. */
    default Function<Problem, List<Pose>> grouping(Duration limit, double gap) {
        Settings settings =
                Settings.defaults().withMethod(Method.PCG).withTimeLimit(limit).withGap(gap);
        return problem -> solve(problem, settings, event -> {}, () -> false).poses();
    }
}
