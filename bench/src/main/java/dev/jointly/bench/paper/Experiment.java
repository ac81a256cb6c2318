package dev.jointly.bench.paper;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.bench.measure.Figures;
import dev.jointly.bench.measure.Memory;
import dev.jointly.bench.paper.ProblemSet.Entry;
import dev.jointly.bench.paper.ProblemSet.Given;
import dev.jointly.evidence.Evidence;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.solve.compact.BareEngine;
import dev.jointly.vision.eval.Baseline;
import dev.jointly.vision.eval.GreedyBaseline;
import dev.jointly.vision.eval.GroupedPerson;
import dev.jointly.vision.eval.HungarianBaseline;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs every method on every problem that has not been run yet; one thread, one run each, in a warm JVM. */
public final class Experiment implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Those of {@code jointly eval}. */
    private static final double LEAST_AFFINITY = 0.05;

    private static final int LEAST_JOINTS = 3;

    private static final List<String> BASELINES = List.of("greedy", "hungarian");

    /** The engine alone. */
    static final String BARE = "mip";

    private final Store store;
    private final LpStopwatch engine;
    private final Solver solver;
    private final PackageSampler sampler = new PackageSampler();

    public Experiment(Store store, LpEngine engine) {
        this.store = store;
        this.engine = new LpStopwatch(engine);
        this.solver = new Solver(this.engine);
    }

    /** Solves generated problems for a while, so that code is compiled before anything counts. */
    public void warmUp(Duration time, Collection<Settings> methods) {
        long start = System.nanoTime();
        for (int seed = 1; System.nanoTime() - start < time.toNanos(); seed++) {
            Problem problem = Generator.generate("warm", 2 + seed % 6, Crowding.CROWDED, seed);
            for (Settings settings : methods) {
                solver.solve(problem, settings.withTimeLimit(time));
            }
        }
    }

    /**
     * All problems of a set by all methods, and by the baselines if the problems have evidence.
     *
     * @param methods by name, with their time limits
     */
    public void run(ProblemSet set, Map<String, Settings> methods) throws IOException {
        List<String> names = List.copyOf(methods.keySet());
        List<String> baselines = set.seen() ? BASELINES : List.of();
        int turn = 0;
        for (Entry entry : set.entries()) {
            // no method always gets the cold caches
            turn++;
            if (Stream.concat(names.stream(), baselines.stream())
                    .allMatch(name -> store.has(set.name(), entry.id(), name))) {
                continue;
            }
            Given given = entry.given().get();
            for (int i = 0; i < names.size(); i++) {
                String name = names.get((turn + i) % names.size());
                if (!store.has(set.name(), entry.id(), name)) {
                    Settings settings = methods.getOrDefault(name, Settings.defaults());
                    measure(set.name(), given.problem(), name, problem -> solved(problem, settings));
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

    /** All problems of a set by the engine alone. */
    public void runBare(ProblemSet set, Duration limit) throws IOException {
        for (Entry entry : set.entries()) {
            if (!store.has(set.name(), entry.id(), BARE)) {
                measure(set.name(), entry.given().get().problem(), BARE, problem -> bare(problem, limit));
            }
        }
    }

    private void measure(String set, Problem problem, String method, Function<Problem, Map<String, Object>> work)
            throws IOException {
        Memory.reset();
        engine.reset();
        sampler.watch();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        Map<String, Object> found = work.apply(problem);
        double seconds = (System.nanoTime() - start) * 1e-9;
        double cpuSeconds = (THREADS.getCurrentThreadCpuTime() - cpu) * 1e-9;
        double pricing = sampler.pricingShare();
        Memory memory = Memory.peak();
        Map<String, Object> figures = figures(set, problem, method, seconds);
        figures.putAll(found);
        figures.put("cpuSeconds", cpuSeconds);
        figures.put("lpSeconds", engine.linear());
        figures.put("integerSeconds", engine.integer());
        figures.put("pricingSeconds", pricing * Math.max(0, seconds - engine.linear() - engine.integer()));
        figures.put("heapMb", memory.heap());
        figures.put("residentMb", memory.resident());
        store.add(Run.of(figures));
        System.err.println(set + " " + problem.id() + "  " + method + " " + Figures.brief(seconds) + " s, "
                + figures.get("status"));
    }

    private Map<String, Object> solved(Problem problem, Settings settings) {
        Solution solution = solver.solve(problem, settings);
        Map<String, Object> figures = new HashMap<>();
        figures.put("used", solution.method().label());
        figures.put("status", solution.status() == Solution.Status.OPTIMAL ? Run.OPTIMAL : Run.BOUNDED);
        figures.put("lowerBound", Micro.toDouble(solution.lowerBound()));
        figures.put("objective", Micro.toDouble(solution.objective()));
        figures.put("gap", solution.gap());
        figures.put("poses", solution.poses().size());
        figures.put("iterations", solution.iterations());
        figures.put("columns", solution.skeletons() + solution.localAssignments());
        figures.put("rows", solution.rows());
        figures.put("nodes", solution.nodes());
        return figures;
    }

    private Map<String, Object> bare(Problem problem, Duration limit) {
        BareEngine found = BareEngine.solve(problem, engine, Deadline.after(limit));
        Map<String, Object> figures = new HashMap<>(Map.of("nodes", found.nodes()));
        if (found.selection() != null) {
            figures.put("status", found.finished() ? Run.ENGINE : Run.FEASIBLE);
            figures.put("objective", Micro.toDouble(found.selection().cost()));
            figures.put("poses", found.selection().skeletons().size());
        }
        return figures;
    }

    private static Map<String, Object> figures(String set, Problem problem, String method, double seconds) {
        Map<String, Object> figures = new HashMap<>();
        figures.put("set", set);
        figures.put("problem", problem.id());
        figures.put("sha256", ProblemDigest.sha256(problem));
        figures.put("detections", problem.size());
        figures.put("pairs", problem.pairs().size());
        figures.put("method", method);
        figures.put("used", method);
        figures.put("status", Run.NOTHING);
        figures.put("seconds", seconds);
        return figures;
    }

    private static Run baseline(String set, Problem problem, Evidence evidence, String name) {
        Baseline baseline = name.equals("greedy")
                ? new GreedyBaseline(problem.anatomy(), LEAST_AFFINITY, 0, LEAST_JOINTS, 0)
                : new HungarianBaseline(problem.anatomy(), true, LEAST_AFFINITY, LEAST_JOINTS);
        long start = System.nanoTime();
        List<GroupedPerson> people = baseline.people(evidence);
        double seconds = (System.nanoTime() - start) * 1e-9;
        List<Pose> poses = poses(people, problem);
        Map<String, Object> figures = figures(set, problem, name, seconds);
        figures.put("status", Run.FEASIBLE);
        figures.put(
                "objective",
                Micro.toDouble(
                        poses.stream().mapToLong(pose -> pose.cost(problem)).sum()));
        figures.put("poses", poses.size());
        return Run.of(figures);
    }

    /**
     * The people of a baseline as poses of the problem whose detections are the evidence's candidates. They were not
     * grouped for it, so they are treated generously: a joint that may not be with those before it is left out, as is a
     * person without a major part, or one that does not pay. Duplicates of joints, which baselines do not have, stay
     * unused.
     */
    private static List<Pose> poses(List<GroupedPerson> people, Problem problem) {
        List<Pose> poses = new ArrayList<>();
        for (GroupedPerson person : people) {
            Map<Integer, Integer> joints = allowed(person, problem);
            boolean led = problem.anatomy().majors().stream().anyMatch(joints::containsKey);
            if (led) {
                Pose pose = new Pose(new TreeMap<>(joints), new TreeMap<>());
                if (pose.cost(problem) < 0) {
                    poses.add(pose);
                }
            }
        }
        return poses;
    }

    /** Majors first, so that others have to suit them. */
    private static Map<Integer, Integer> allowed(GroupedPerson person, Problem problem) {
        Anatomy anatomy = problem.anatomy();
        Map<Integer, Integer> joints = new TreeMap<>();
        for (boolean majors : new boolean[] {true, false}) {
            for (int d : person.candidate()) {
                if (d != GroupedPerson.NONE
                        && anatomy.isMajor(problem.part(d)) == majors
                        && joints.values().stream().allMatch(e -> together(d, e, problem))) {
                    joints.put(problem.part(d), d);
                }
            }
        }
        return joints;
    }

    private static boolean together(int d, int e, Problem problem) {
        return !problem.anatomy().mayPair(problem.part(d), problem.part(e))
                || problem.pairs().cost(d, e) != PairCosts.FORBIDDEN;
    }

    @Override
    public void close() {
        sampler.close();
    }
}
