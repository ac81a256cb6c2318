package dev.jointly.lp.highs;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.HardPrograms;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.WorkLimit;
import dev.jointly.oracle.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** A process of its own that loads the engine, uses all of it and says one line. */
final class EngineProbe {
    static final String DONE = "done";

    private EngineProbe() {}

    static Process start(Map<String, String> environment) throws IOException {
        return ChildJvm.start(environment, EngineProbe.class, "-XX:TieredStopAtLevel=1");
    }

    public static void main(String[] arguments) {
        LpEngine engine = new HighsEngine();
        Deadline deadline = Deadline.after(Duration.ofSeconds(1));
        try (LpModel model = engine.newModel()) {
            HardPrograms.packing(model, 40, 200, 1);
            model.solve(Simplex.PRIMAL, deadline);
            model.addRow(0, 0.5, new int[] {0, 1}, new double[] {1, 1});
            model.solve(Simplex.DUAL, deadline);
        }
        engine.solve(HardPrograms.marketSplit(3, 12, 1), WorkLimit.NONE, deadline);
        engine.solve(HardPrograms.marketSplit(4, 30, 1), WorkLimit.NONE, Deadline.after(Duration.ofMillis(300)));
        System.out.println(DONE);
    }
}
