package dev.jointly.bench;

import static dev.jointly.bench.measure.Figures.quantile;

import dev.jointly.bench.measure.TextTable;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
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
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Mixin
    ProblemSources sources = new ProblemSources();

    @Mixin
    CommonOptions options = new CommonOptions();

    @Option(names = "--pins", paramLabel = "N", description = "Changes of pins, over all problems. Default: 500.")
    int pins = 500;

    @Option(names = "--from-scratch", description = "Also times each solve without what the session knows.")
    boolean fromScratch;

    private final Solver solver = new Solver(new HighsEngine());

    /** One solve with pins; milliseconds of wall and of the thread. */
    private record Attempt(@Nullable Solution solution, String outcome, double wall, double cpu) {
        static final Attempt NONE = new Attempt(null, "", Double.NaN, Double.NaN);

        static Attempt of(Session session, List<Pin> pins) {
            long cpu = THREADS.getCurrentThreadCpuTime();
            long start = System.nanoTime();
            Solution solution = null;
            String outcome;
            try {
                solution = session.solve(pins).solution();
                outcome = solution.status() == Solution.Status.OPTIMAL ? "proven" : "not proven in time";
            } catch (PinsException e) {
                outcome = e.conflict().isEmpty() ? "no poses found in time" : "impossible";
            }
            double wall = (System.nanoTime() - start) * 1e-6;
            return new Attempt(solution, outcome, wall, (THREADS.getCurrentThreadCpuTime() - cpu) * 1e-6);
        }
    }

    /** One change of pins: where, to what, and how the solve ended. */
    private record Change(String problem, List<Pin> pins, Attempt session, Attempt scratch) {}

    @Override
    public Integer call() throws IOException {
        List<Problem> problems = sources.all();
        run(problems, Math.min(pins, 100));
        List<Change> changes = run(problems, pins);
        TextTable table = new TextTable(" | solves | median ms | 95 % | 99 % | max | median cpu ms | 95 % cpu ms");
        add(table, "in a session", changes.stream().map(Change::session).toList());
        if (fromScratch) {
            add(table, "from scratch", changes.stream().map(Change::scratch).toList());
        }
        table.print(System.out);
        Map<String, Long> outcomes = changes.stream()
                .collect(Collectors.groupingBy(change -> change.session.outcome, TreeMap::new, Collectors.counting()));
        System.out.println(outcomes.entrySet().stream()
                .map(one -> one.getValue() + " " + one.getKey())
                .collect(Collectors.joining(", ")));
        TextTable all = new TextTable("problem | pins | ms | cpu ms | from scratch ms | outcome");
        for (Change change : changes) {
            String words = change.pins.stream().map(Pin::toString).collect(Collectors.joining("; "));
            Attempt session = change.session;
            all.add(change.problem, words, session.wall, session.cpu, change.scratch.wall, session.outcome);
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
            Solution seen = session.solve(List.of()).solution();
            RandomRepairs user = new RandomRepairs(problem, p);
            for (int i = 0; problem.size() > 1 && i < share(count, p, problems.size()); i++) {
                List<Pin> now = user.next(seen);
                Attempt scratch = fromScratch ? Attempt.of(new Session(solver, problem, settings), now) : Attempt.NONE;
                Attempt next = Attempt.of(session, now);
                changes.add(new Change(problem.id(), now, next, scratch));
                if (next.solution == null) {
                    user.undo();
                } else {
                    seen = next.solution;
                }
            }
        }
        return changes;
    }

    private static int share(int all, int part, int parts) {
        return all * (part + 1) / parts - all * part / parts;
    }

    private static void add(TextTable table, String name, List<Attempt> attempts) {
        double[] wall = attempts.stream().mapToDouble(Attempt::wall).toArray();
        double[] cpu = attempts.stream().mapToDouble(Attempt::cpu).toArray();
        table.add(
                name,
                wall.length,
                quantile(0.5, wall),
                quantile(0.95, wall),
                quantile(0.99, wall),
                quantile(1, wall),
                quantile(0.5, cpu),
                quantile(0.95, cpu));
    }

    /**
     * What a user who repairs a grouping might do next: take a joint away from a person, give it to another one, drop it, ask for
     * an unused detection, or take a pin back.
     */
    private static final class RandomRepairs {
        private final Problem problem;
        private final Random random;
        private final List<Pin> pins = new ArrayList<>();

        RandomRepairs(Problem problem, long seed) {
            this.problem = problem;
            random = new Random(seed);
        }

        /** The pins after the next change, given what the user sees; may be more than can hold. */
        List<Pin> next(Solution seen) {
            if (!pins.isEmpty() && random.nextInt(4) == 0) {
                pins.remove(random.nextInt(pins.size()));
            } else {
                pins.add(pin(seen));
            }
            return List.copyOf(pins);
        }

        /** Takes the last pin back. */
        void undo() {
            pins.remove(pins.size() - 1);
        }

        private Pin pin(Solution seen) {
            if (seen.poses().isEmpty() || random.nextInt(5) == 0) {
                return new Pin.Use(unused(seen));
            }
            Pose pose = seen.poses().get(random.nextInt(seen.poses().size()));
            Pose other = seen.poses().get(random.nextInt(seen.poses().size()));
            int lead = pose.lead(problem.anatomy());
            List<Integer> joints = pose.detections();
            int d = joints.get(random.nextInt(joints.size()));
            if (d == lead || random.nextInt(4) == 0) {
                return new Pin.Skip(d);
            }
            return !other.equals(pose) && random.nextBoolean()
                    ? new Pin.Together(other.lead(problem.anatomy()), d)
                    : new Pin.Apart(lead, d);
        }

        private int unused(Solution seen) {
            BitSet free = new BitSet();
            free.set(0, problem.size());
            seen.poses().forEach(pose -> pose.detections().forEach(free::clear));
            int[] some = free.stream().toArray();
            return some.length == 0 ? random.nextInt(problem.size()) : some[random.nextInt(some.length)];
        }
    }
}
