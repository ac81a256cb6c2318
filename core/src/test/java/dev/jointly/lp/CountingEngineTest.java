package dev.jointly.lp;

import dev.jointly.lp.highs.HighsEngine;
import org.junit.jupiter.api.Tag;

/** A thin wrapper keeps the contract. */
@Tag("slow")
final class CountingEngineTest extends LpEngineContract {
    private final LpEngine engine = new CountingEngine(new HighsEngine());

    @Override
    protected LpEngine engine() {
        return engine;
    }
}
