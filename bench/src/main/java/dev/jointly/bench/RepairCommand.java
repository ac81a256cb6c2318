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
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jointly-bench repair}: how long a user waits after a pin. */
@Command(
        name = "repair",
        description = {
            "Adds and removes random pins, one at a time, and times each solve with its check in a session.",
            "The CSV file has one line for each change of pins."
        })
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

    @Option(names = "--from-scratch", description = "Also times each solve without what the session knows.")
    boolean fromScratch;

    private final Solver solver = new Solver(new HighsEngine());

    /** One change of pins: where, to what, and how the solve ended. */
    private record Change(String problem, List<Pin> pins, Timing session, Timing scratch, String outcome) {}

    /** In milliseconds. */
    private record Timing(double wall, double cpu) {
        static final Timing NONE = new Timing(Double.NaN, Double.NaN);

        static Timing of(Runnable what) {
            long cpuBefore = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long before = System.nanoTime();
            what.run();
            return new Timing(
                    (System.nanoTime() - before) * 1e-6,
                    (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuBefore) * 1e-6);
        }
    }

    @Override
    public Integer call() throws IOException {
        List<Problem> problems = sources.all();
        run(problems, Math.min(pins, 100));
        List<Change> changes = run(problems, pins);
        TextTable table =
                new TextTable("", "solves", "median ms", "95 %", "99 %", "max", "median cpu ms", "95 % cpu ms");
        add(table, "in a session", changes, Change::session);
        if (fromScratch) {
            add(table, "from scratch", changes, Change::scratch);
        }
        table.print(System.out);
        Map<String, Long> outcomes =
                changes.stream().collect(Collectors.groupingBy(Change::outcome, TreeMap::new, Collectors.counting()));
        System.out.println(outcomes.entrySet().stream()
                .map(one -> one.getValue() + " " + one.getKey())
                .collect(Collectors.joining(", ")));
        TextTable all = new TextTable("problem", "pins", "ms", "cpu ms", "from scratch ms", "outcome");
        for (Change change : changes) {
            all.add(
                    change.problem,
                    change.pins.stream().map(Pin::toString).collect(Collectors.joining("; ")),
                    brief(change.session.wall),
                    brief(change.session.cpu),
                    brief(change.scratch.wall),
                    change.outcome);
        }
        all.csv(options.csv);
        return 0;
    }

    private List<Change> run(List<Problem> problems, int count) {
        Settings settings = Settings.defaults().withTimeLimit(options.timeLimit);
        List<Change> changes = new ArrayList<>();
        for (int p = 0; p < problems.size(); p++) {
            Problem problem = problems.get(p);
            Session session = new Session(solver, problem, settings);
            Attempt seen = new Attempt(session, List.of());
            RandomRepairs user = new RandomRepairs(problem, p);
            for (int i = 0; problem.size() > 1 && i < share(count, p, problems.size()); i++) {
                List<Pin> now = user.next(seen.solution());
                Timing scratch =
                        fromScratch ? new Attempt(new Session(solver, problem, settings), now).timing : Timing.NONE;
                Attempt next = new Attempt(session, now);
                changes.add(new Change(problem.id(), now, next.timing, scratch, next.outcome));
                if (next.solution == null) {
                    user.undo();
                } else {
                    seen = next;
                }
            }
        }
        return changes;
    }

    /** One solve of a session. */
    private static final class Attempt {
        final Timing timing;

        @Nullable
        Solution solution;

        String outcome = "";

        Attempt(Session session, List<Pin> pins) {
            timing = Timing.of(() -> {
                try {
                    Solution found = session.solve(pins).solution();
                    solution = found;
                    outcome = found.status() == Solution.Status.OPTIMAL ? "proven" : "not proven in time";
                } catch (PinsException e) {
                    outcome = e.conflict().isEmpty() ? "no poses found in time" : "impossible";
                }
            });
        }

        Solution solution() {
            return Objects.requireNonNull(solution, "only what was solved is seen");
        }
    }

    private static int share(int all, int part, int parts) {
        return all * (part + 1) / parts - all * part / parts;
    }

    private static void add(TextTable table, String name, List<Change> changes, Function<Change, Timing> which) {
        double[] wall = changes.stream().mapToDouble(c -> which.apply(c).wall).toArray();
        double[] cpu = changes.stream().mapToDouble(c -> which.apply(c).cpu).toArray();
        table.add(
                name,
                "" + wall.length,
                brief(Figures.quantile(0.5, wall)),
                brief(Figures.quantile(0.95, wall)),
                brief(Figures.quantile(0.99, wall)),
                brief(Figures.quantile(1, wall)),
                brief(Figures.quantile(0.5, cpu)),
                brief(Figures.quantile(0.95, cpu)));
    }
}
