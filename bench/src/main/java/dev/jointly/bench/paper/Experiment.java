package dev.jointly.bench.paper;

import dev.jointly.bench.measure.Memory;
import dev.jointly.bench.paper.PackageSampler.Activity;
import dev.jointly.bench.paper.ProblemSet.Entry;
import dev.jointly.evidence.Evidence;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.LpEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.draw.Overlay;
import dev.jointly.vision.eval.Baseline;
import dev.jointly.vision.eval.GreedyBaseline;
import dev.jointly.vision.eval.GroupedPerson;
import dev.jointly.vision.eval.HungarianBaseline;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs every method on every problem that has not been run yet; one thread, one run each, in a warm JVM. */
final class Experiment implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Those of {@code jointly eval}. */
    private static final double LEAST_AFFINITY = 0.05;

    private static final int LEAST_JOINTS = 3;

    private static final List<String> BASELINES = List.of("greedy", "hungarian");

    /** Runs apart from the others, and on its own sample. */
    static final String BARE = "mip";

    private final Store store;
    private final Map<String, Settings> methods;
    private final LpStopwatch engine;
    private final Solver solver;
    private final PackageSampler sampler = new PackageSampler();
    private final Consumer<String> progress;

    /** @param methods by name, with their time limits */
    Experiment(Store store, LpEngine engine, Map<String, Settings> methods, Consumer<String> progress) {
        this.store = store;
        this.engine = new LpStopwatch(engine);
        this.solver = new Solver(this.engine);
        this.methods = new LinkedHashMap<>(methods);
        this.progress = progress;
    }

    /** Solves generated problems for a while, so that code is compiled before anything counts. */
    void warmUp(Duration time) {
        long start = System.nanoTime();
        for (int seed = 1; System.nanoTime() - start < time.toNanos(); seed++) {
            Problem problem = Generator.generate("warm", 2 + seed % 6, Crowding.CROWDED, seed);
            for (Settings settings : methods.values()) {
                solver.solve(problem, settings.withTimeLimit(time));
            }
        }
    }

    /** All problems of a set by all methods, and by the baselines if the problems have evidence. */
    void run(ProblemSet set) throws IOException {
        List<String> names = List.copyOf(methods.keySet());
        List<String> baselines = set.seen() && !methods.containsKey(BARE) ? BASELINES : List.of();
        int turn = 0;
        for (Entry entry : set.entries()) {
            // no method always gets the cold caches
            turn++;
            if (Stream.concat(names.stream(), baselines.stream())
                    .allMatch(name -> store.has(set.name(), entry.id(), name))) {
                continue;
            }
            ProblemWithEvidence given = entry.given().get();
            Map<String, Solution> solutions = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                String name = names.get((turn + i) % names.size());
                if (!store.has(set.name(), entry.id(), name)) {
                    Run run = measured(set.name(), given.problem(), name, solutions);
                    if (!name.equals(BARE) && store.hard(run)) {
                        keep(given.problem(), solutions);
                    }
                    store.add(run);
                    progress.accept(line(set, turn, run));
                }
            }
            Evidence evidence = given.evidence();
            for (String name : baselines) {
                if (evidence != null && !store.has(set.name(), entry.id(), name)) {
                    store.add(baseline(set.name(), given.problem(), evidence, name));
                }
            }
        }
    }

    private static String line(ProblemSet set, int turn, Run run) {
        return String.format(
                Locale.ROOT,
                "%s %d/%d %s  %s %.3f s%s",
                set.name(),
                turn,
                set.entries().size(),
                run.problem(),
                run.method(),
                run.seconds(),
                run.status().equals(Run.BOUNDED) ? ", not proven" : "");
    }

    /** Of all methods so far, since it may be the slowest that shows how hard a problem is. */
    private void keep(Problem problem, Map<String, Solution> solutions) throws IOException {
        for (var solution : solutions.entrySet()) {
            store.keepTrace(problem.id(), solution.getKey(), solution.getValue());
        }
        Solution best = solutions.values().stream()
                .min(Comparator.comparingLong(Solution::objective))
                .orElseThrow();
        store.keepDrawing(problem.id(), new Overlay(problem, best.poses(), "").svg());
    }

    private Run measured(String set, Problem problem, String method, Map<String, Solution> solutions) {
        Settings settings = methods.getOrDefault(method, Settings.defaults());
        Memory.reset();
        engine.reset();
        sampler.watch();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        Solution solution = solver.solve(problem, settings);
        double seconds = (System.nanoTime() - start) * 1e-9;
        double cpuSeconds = (THREADS.getCurrentThreadCpuTime() - cpu) * 1e-9;
        Map<Activity, Double> shares = sampler.shares();
        Memory memory = Memory.peak();
        double own = Math.max(0, seconds - engine.linearSeconds() - engine.integerSeconds());
        solutions.put(method, solution);
        return new Run(
                set,
                problem.id(),
                ProblemDigest.sha256(problem),
                problem.size(),
                problem.pairs().size(),
                method,
                solution.method().label(),
                Run.status(solution),
                seconds,
                cpuSeconds,
                Micro.toDouble(solution.lowerBound()),
                Micro.toDouble(solution.objective()),
                solution.gap(),
                solution.gap(),
                solution.poses().size(),
                solution.iterations(),
                solution.skeletons() + solution.localAssignments(),
                solution.rows(),
                solution.nodes(),
                engine.linearSeconds(),
                engine.integerSeconds(),
                own * shares.getOrDefault(Activity.PRICING, Double.NaN),
                own * shares.getOrDefault(Activity.REDUCING, Double.NaN),
                memory.heap(),
                memory.resident());
    }

    private static Run baseline(String set, Problem problem, Evidence evidence, String name) {
        Baseline baseline = name.equals("greedy")
                ? new GreedyBaseline(problem.anatomy(), LEAST_AFFINITY, LEAST_JOINTS, 0)
                : new HungarianBaseline(problem.anatomy(), true, LEAST_AFFINITY, LEAST_JOINTS);
        long start = System.nanoTime();
        List<GroupedPerson> people = baseline.people(evidence);
        double seconds = (System.nanoTime() - start) * 1e-9;
        List<Pose> poses = BaselinePoses.of(people, problem);
        return new Run(
                set,
                problem.id(),
                ProblemDigest.sha256(problem),
                problem.size(),
                problem.pairs().size(),
                name,
                name,
                Run.FEASIBLE,
                seconds,
                Double.NaN,
                Double.NaN,
                Micro.toDouble(
                        poses.stream().mapToLong(pose -> pose.cost(problem)).sum()),
                Double.NaN,
                Double.NaN,
                poses.size(),
                0,
                0,
                0,
                0,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN);
    }

    @Override
    public void close() {
        sampler.close();
    }
}
