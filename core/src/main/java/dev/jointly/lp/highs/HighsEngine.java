package dev.jointly.lp.highs;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.EngineUnavailableException;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.WorkLimit;

/**
 * The HiGHS engine. Creating the first one of a process loads the library; engines share it and have no state of their own, so they
 * are thread-safe.
 */
public final class HighsEngine implements LpEngine {
    private final String version;

    /** @throws EngineUnavailableException when the library cannot be found or loaded; the message says what to do */
    public HighsEngine() {
        version = Highs.load();
    }

    @Override
    public String name() {
        return "HiGHS " + version;
    }

    @Override
    public LpModel newModel() {
        return new HighsModel();
    }

    @Override
    public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
        return new HighsIntegerSolve(program, limit).solve(deadline);
    }
}
