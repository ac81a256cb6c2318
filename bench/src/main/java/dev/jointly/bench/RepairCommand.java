package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.brief;

import dev.jointly.bench.measure.Figures;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly-bench repair}: how long a user waits after a pin. */
@Command(
        name = "repair",
        description =
                "Adds and removes random pins, one at a time, and times each solve with its check, in a session and from scratch.")
final class RepairCommand implements Callable<Integer> {
    @Mixin
    ProblemSources sources = new ProblemSources();

    @Mixin
    CommonOptions options = new CommonOptions();

    @Option(
            names = "--pins",
            paramLabel = "N",
            description = "Changes of pins in all, over all problems. Default: 500.")
    int pins = 500;

    private final Solver solver = new Solver(new HighsEngine());

    /** What one way of solving took, in milliseconds. */
    private static final class Times {
        final List<Double> wall = new ArrayList<>();
        final List<Double> cpu = new ArrayList<>();

        void time(Runnable what) {
            long cpuBefore = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long before = System.nanoTime();
            try {
                what.run();
            } finally {
                wall.add((System.nanoTime() - before) * 1e-6);
                cpu.add((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuBefore) * 1e-6);
            }
        }
    }

    @Override
    public Integer call() {
        List<Problem> problems = sources.all();
        Settings settings = Settings.defaults().withTimeLimit(options.timeLimit);
        run(problems, settings, Math.min(pins, 100), new Times(), new Times());
        Times warm = new Times();
        Times cold = new Times();
        int impossible = run(problems, settings, pins, warm, cold);
        TextTable table =
                new TextTable("", "solves", "median ms", "95 %", "99 %", "max", "median cpu ms", "95 % cpu ms");
        add(table, "in a session", warm);
        add(table, "from scratch", cold);
        table.print(System.out);
        System.out.println(impossible + " of them found that the pins cannot all hold");
        return 0;
    }

    /** How many changes ended in pins that cannot all hold. */
    private int run(List<Problem> problems, Settings settings, int changes, Times warm, Times cold) {
        int impossible = 0;
        for (int p = 0; p < problems.size(); p++) {
            Problem problem = problems.get(p);
            Session session = new Session(solver, problem, settings);
            Solution seen = session.solve(List.of()).solution();
            RandomRepairs user = new RandomRepairs(problem, p);
            for (int i = 0; problem.size() > 1 && i < share(changes, p, problems.size()); i++) {
                List<Pin> now = user.next(seen);
                Solution[] found = {seen};
                cold.time(() -> possible(() -> new Session(solver, problem, settings).solve(now)));
                boolean[] holds = new boolean[1];
                warm.time(() ->
                        holds[0] = possible(() -> found[0] = session.solve(now).solution()));
                if (!holds[0]) {
                    impossible++;
                    user.undo();
                }
                seen = found[0];
            }
        }
        return impossible;
    }

    private static boolean possible(Runnable solve) {
        try {
            solve.run();
            return true;
        } catch (PinsException e) {
            return false;
        }
    }

    private static int share(int all, int part, int parts) {
        return all * (part + 1) / parts - all * part / parts;
    }

    private static void add(TextTable table, String name, Times times) {
        table.add(
                name,
                "" + times.wall.size(),
                brief(quantile(times.wall, 0.5)),
                brief(quantile(times.wall, 0.95)),
                brief(quantile(times.wall, 0.99)),
                brief(quantile(times.wall, 1)),
                brief(quantile(times.cpu, 0.5)),
                brief(quantile(times.cpu, 0.95)));
    }

    private static double quantile(List<Double> values, double share) {
        return Figures.quantile(
                share, values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
