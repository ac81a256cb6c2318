package dev.jointly.lp.highs;

import dev.jointly.lp.EngineUnavailableException;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpEngineProvider;

/** Provides HiGHS under its name. */
public final class HighsProvider implements LpEngineProvider {
    /** For {@link java.util.ServiceLoader}. */
    public HighsProvider() {}

    @Override
    public String name() {
        return "highs";
    }

    @Override
    public boolean available() {
        try {
            create();
            return true;
        } catch (EngineUnavailableException e) {
            return false;
        }
    }

    @Override
    public LpEngine create() {
        return new HighsEngine();
    }
}
