package dev.jointly.bench.paper;

import dev.jointly.bench.measure.Memory;
import dev.jointly.bench.paper.ProblemSet.Entry;
import dev.jointly.bench.paper.RoomSampler.Room;
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
import dev.jointly.vision.eval.Body;
import dev.jointly.vision.eval.GreedyPeer;
import dev.jointly.vision.eval.HungarianPeer;
import dev.jointly.vision.eval.Peer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Runs every method on every problem that has not been run yet; one thread, one run each, in a warm JVM. */
final class Experiment implements AutoCloseable {
    /** Those of {@code jointly eval}. */
    private static final double LEAST_AFFINITY = 0.05;

    private static final int LEAST_JOINTS = 3;

    private final Store store;
    private final Map<String, Settings> methods;
    private final LpStopwatch engine;
    private final Solver solver;
    private final RoomSampler sampler = new RoomSampler();
    private final Consumer<String> progress;

    /** @param methods by name, with their time limits */
    Experiment(Store store, LpEngine engine, Map<String, Settings> methods, Consumer<String> progress) {
        this.store = store;
        this.engine = new LpStopwatch(engine);
        this.solver = new Solver(this.engine);
        this.methods = new LinkedHashMap<>(methods);
        this.progress = progress;
    }

    /** Solves made-up problems for a while, so that code is compiled before anything counts. */
    void warmUp(Duration time) {
        long start = System.nanoTime();
        for (int seed = 1; System.nanoTime() - start < time.toNanos(); seed++) {
            Problem problem = Generator.generate("warm", 2 + seed % 6, Crowding.CROWDED, seed);
            for (Settings settings : methods.values()) {
                solver.solve(problem, settings.withTimeLimit(time));
            }
        }
    }

    /** All problems of a set by all methods, and by the peers where there is something for them to look at. */
    void run(ProblemSet set) throws IOException {
        List<String> names = List.copyOf(methods.keySet());
        int turn = 0;
        for (Entry entry : set.entries()) {
            // nobody always gets the cold caches
            turn++;
            if (names.stream().allMatch(name -> store.has(set.name(), entry.id(), name))) {
                continue;
            }
            Posed posed = entry.posed().get();
            List<Run> runs = new ArrayList<>();
            Map<String, Solution> solutions = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                String name = names.get((turn + i) % names.size());
                if (!store.has(set.name(), entry.id(), name)) {
                    Solution solution = measured(set.name(), posed.problem(), name, runs);
                    solutions.put(name, solution);
                }
            }
            Evidence evidence = posed.evidence();
            if (evidence != null && !methods.containsKey("mip")) {
                runs.add(peer(set.name(), posed.problem(), evidence, "greedy"));
                runs.add(peer(set.name(), posed.problem(), evidence, "hungarian"));
            }
            if (store.hard(runs)) {
                keep(posed.problem(), solutions);
            }
            store.add(runs);
            progress.accept(line(set, turn, runs));
        }
    }

    private static String line(ProblemSet set, int turn, List<Run> runs) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%s %d/%d %s",
                set.name(),
                turn,
                set.entries().size(),
                runs.get(0).problem()));
        runs.forEach(run -> line.append(String.format(
                Locale.ROOT,
                "  %s %.3f s%s",
                run.method(),
                run.seconds(),
                run.status().equals(Run.BOUNDED) ? "!" : "")));
        return line.toString();
    }

    private void keep(Problem problem, Map<String, Solution> solutions) throws IOException {
        for (var solution : solutions.entrySet()) {
            store.keepTrace(problem.id(), solution.getKey(), solution.getValue());
        }
        Solution best = solutions.values().stream()
                .min((one, other) -> Long.compare(one.objective(), other.objective()))
                .orElse(null);
        if (best != null) {
            store.keepDrawing(problem.id(), new Overlay(problem, best.poses(), "").svg());
        }
    }

    private Solution measured(String set, Problem problem, String method, List<Run> runs) {
        Settings settings = methods.getOrDefault(method, Settings.defaults());
        Memory.reset();
        engine.reset();
        sampler.watch();
        long start = System.nanoTime();
        Solution solution = solver.solve(problem, settings);
        double seconds = (System.nanoTime() - start) * 1e-9;
        Map<Room, Double> shares = sampler.shares();
        Memory memory = Memory.peak();
        double own = Math.max(0, seconds - engine.linearSeconds() - engine.integerSeconds());
        runs.add(new Run(
                set,
                problem.id(),
                ProblemDigest.sha256(problem),
                problem.size(),
                problem.pairs().size(),
                method,
                solution.method().label(),
                Run.status(solution),
                seconds,
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
                own * shares.getOrDefault(Room.PRICING, Double.NaN),
                own * shares.getOrDefault(Room.REDUCING, Double.NaN),
                memory.heap(),
                memory.resident()));
        return solution;
    }

    private static Run peer(String set, Problem problem, Evidence evidence, String name) {
        Peer peer = name.equals("greedy")
                ? new GreedyPeer(problem.anatomy(), LEAST_AFFINITY, LEAST_JOINTS, 0)
                : new HungarianPeer(problem.anatomy(), true, LEAST_AFFINITY, LEAST_JOINTS);
        long start = System.nanoTime();
        List<Body> bodies = peer.bodies(evidence);
        double seconds = (System.nanoTime() - start) * 1e-9;
        List<Pose> poses = PeerPoses.of(bodies, problem);
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
