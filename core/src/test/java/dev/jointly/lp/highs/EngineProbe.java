package dev.jointly.lp.highs;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process of its own that loads the engine, uses all of it and says one line. */
final class EngineProbe {
    static final String DONE = "done";

    private EngineProbe() {}

    static Process start(Map<String, String> environment) throws IOException {
        return start(environment, EngineProbe.class, "-XX:TieredStopAtLevel=1");
    }

    /** Starts another JVM with this one's class path. */
    static Process start(Map<String, String> environment, Class<?> program, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(List.of(options));
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", "")));
        command.add(program.getName());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove(LibraryLocator.OVERRIDE);
        builder.environment().putAll(environment);
        return builder.start();
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
        engine.solve(HardPrograms.marketSplit(3, 12, 1), deadline);
        engine.solve(HardPrograms.marketSplit(4, 30, 1), Deadline.after(Duration.ofMillis(300)));
        System.out.println(DONE);
    }
}
