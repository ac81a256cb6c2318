package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.evidence.Evidence;
import dev.jointly.io.AnatomyJson;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import dev.jointly.io.ProblemWriter;
import dev.jointly.io.SolutionWriter;
import dev.jointly.lp.EngineUnavailableException;
import dev.jointly.lp.LpEngines;
import dev.jointly.pose.Pose;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.selfcheck.SelfCheckException;
import dev.jointly.solve.Ending;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.vision.cost.CostModel;
import dev.jointly.vision.cost.CostModelReader;
import dev.jointly.vision.cost.ShippedCosts;
import dev.jointly.vision.net.ModelStore;
import dev.jointly.vision.net.Network;
import dev.jointly.vision.net.NetworkUnavailableException;
import dev.jointly.vision.net.PhotoReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Record in, outcome out. Whatever is wrong with a record becomes an outcome of its own; only what would fail for every
 * record alike (no engine, no network) is thrown.
 */
final class RecordSolver implements AutoCloseable {
    private static final Pattern ID = Pattern.compile("\"id\"\\s*:\\s*\"([^\"\\\\]{1,200})\"");

    /** However late a solve ends, its solution is checked. */
    private static final Duration LEAST_FOR_CHECK = Duration.ofSeconds(1);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** By engine: one serves all tasks of a process. */
    private static final ConcurrentHashMap<String, Solver> SOLVERS = new ConcurrentHashMap<>();

    private final SolveSettings settings;
    private final Solver solver;
    private final @Nullable ImageToProblem inference;

    /** @param files folder with what was shipped: networks, cards, cost models */
    RecordSolver(SolveSettings settings, Path files) {
        this.settings = settings;
        this.solver = SOLVERS.computeIfAbsent(
                settings.engine(), name -> new Solver(LpEngines.onClassPath().create(name)));
        this.inference =
                settings.model() == null ? null : new ImageToProblem(settings.model(), settings.costs(), files);
    }

    /** Groups the detections of one record. */
    Outcome group(RawRecord record) {
        long start = THREADS.getCurrentThreadCpuTime();
        Outcome outcome = grouped(record);
        return outcome.withProcessor((THREADS.getCurrentThreadCpuTime() - start) / 1e9);
    }

    private Outcome grouped(RawRecord record) {
        long start = System.nanoTime();
        try {
            Faults.visit(record.text());
            Problem problem = inference != null ? inference.problem(record) : parsed(record);
            double before = secondsSince(start);
            Solution solution = checked(problem, settings.solver());
            double all = secondsSince(start);
            Outcome.Phases phases = inference != null
                    ? new Outcome.Phases(0, before, all - before, 0)
                    : new Outcome.Phases(before, 0, all - before, 0);
            boolean optimal = solution.status() != Solution.Status.BOUNDED;
            boolean postponed = settings.postpones() && !optimal;
            return new Outcome(
                    problem.id(),
                    record.place(),
                    postponed ? null : answer(problem, solution),
                    all,
                    optimal ? null : unproven(solution),
                    false,
                    postponed ? text(problem) : null,
                    phases,
                    0);
        } catch (EngineUnavailableException | NetworkUnavailableException e) {
            throw e;
        } catch (BadInputException | PinsException | ProblemTooLargeException | SelfCheckException e) {
            return Outcome.failed(record, secondsSince(start), String.valueOf(e.getMessage()), false);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return Outcome.failed(record, secondsSince(start), "failed: " + e, false);
        }
    }

    /** No row claims more than the checker confirms. */
    private Solution checked(Problem problem, Settings own) {
        long start = System.nanoTime();
        Solution solution = solver.solve(problem, own.withTimeLimit(SelfCheck.solvingTime(own.timeLimit())));
        Duration left = own.timeLimit().minusNanos(System.nanoTime() - start);
        return SelfCheck.of(problem, solution, left.compareTo(LEAST_FOR_CHECK) < 0 ? LEAST_FOR_CHECK : left)
                .solution();
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private Outcome.Answer answer(Problem problem, Solution solution) {
        Image image = problem.image();
        List<Row> people = new ArrayList<>();
        for (Pose pose : solution.poses()) {
            OptionalDouble score = Strength.score(problem, pose.global());
            people.add(RowFactory.create(
                    people.size(),
                    Micro.toDouble(pose.cost(problem)),
                    score.isPresent() ? score.getAsDouble() : null,
                    Strength.weak(problem, pose.global()),
                    seq(joints(problem, pose))));
        }
        return new Outcome.Answer(
                solution.status() == Solution.Status.OPTIMAL,
                solution.method().label(),
                Micro.toDouble(solution.objective()),
                Micro.toDouble(solution.lowerBound()),
                solution.gap(),
                AnatomyJson.text(problem.anatomy()),
                image == null ? null : RowFactory.create(image.file(), image.width(), image.height()),
                solution.problemSha256(),
                settings.certificates() ? SolutionWriter.certificate(solution.proof()) : null,
                people);
    }

    private static List<Row> joints(Problem problem, Pose pose) {
        List<Row> joints = new ArrayList<>();
        pose.global().forEach((part, detection) -> {
            Detection seen = problem.detections().get(detection);
            joints.add(RowFactory.create(
                    problem.anatomy().parts().get(part),
                    detection,
                    seen.x(),
                    seen.y(),
                    seen.score(),
                    seq(pose.local().getOrDefault(part, List.of()))));
        });
        return joints;
    }

    /** A list as rows have it. */
    static <T> Seq<T> seq(List<T> values) {
        return CollectionConverters.asScala(values).toSeq();
    }

    private String unproven(Solution solution) {
        String reason = solution.ending() == Ending.OUT_OF_TIME
                ? "within the time limit of " + settings.timeLimit().toMillis() / 1e3 + " s"
                : solution.ending().words();
        return "not proven " + reason + "; both bounds hold";
    }

    private static Problem parsed(RawRecord record) {
        if (record.text().isBlank()) {
            throw new BadInputException(record.place() + ": found no problem");
        }
        try (ProblemReader reader = ProblemReader.of(
                record.place(), new ByteArrayInputStream(record.text().getBytes(UTF_8)))) {
            Problem problem = reader.next();
            if (reader.hasNext()) {
                throw new BadInputException(record.place() + ": found a second document but expected one per record");
            }
            return problem;
        }
    }

    /** The id a record gives itself, as far as it can be read without understanding the rest. */
    static @Nullable String idOf(RawRecord record) {
        Matcher matcher = ID.matcher(record.text());
        return matcher.find() ? matcher.group(1) : null;
    }

    private static String text(Problem problem) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ProblemWriter.write(problem, Layout.LINE, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(UTF_8).strip();
    }

    @Override
    public void close() {
        if (inference != null) {
            inference.close();
        }
    }

    /** From an image to its problem, with one thread: by a network and a cost model. */
    static final class ImageToProblem implements AutoCloseable {
        private final Network network;
        private final CostModel costs;

        /**
         * @param model name of a shipped model, or file name of a card in the folder
         * @param costs file name of a cost model in the folder; null for the one that goes with the network
         * @param files folder with what was shipped
         */
        ImageToProblem(String model, @Nullable String costs, Path files) {
            ModelStore store = new ModelStore(files);
            ModelStore.Model found = store.find(
                    ModelStore.SHIPPED.contains(model)
                            ? model
                            : files.resolve(model).toString());
            this.costs = costs == null
                    ? ShippedCosts.orGuesses(
                            found.card().name(),
                            found.card().anatomy(),
                            found.card().decoder().measure())
                    : CostModelReader.read(files.resolve(costs));
            if (costs != null) {
                this.costs.requireFits(
                        costs,
                        "model " + found.card().name(),
                        found.card().partNames(),
                        found.card().decoder().scoresPairs());
            }
            this.network = Network.open(found.card(), found.network(), 1);
        }

        Problem problem(RawRecord record) {
            if (record.image() == null) {
                throw new BadInputException(record.text() + ": cannot be read: " + record.unreadable());
            }
            String name = new org.apache.hadoop.fs.Path(record.text()).getName();
            int dot = name.lastIndexOf('.');
            String id = dot > 0 ? name.substring(0, dot) : name;
            Evidence evidence = network.detect(id, name, PhotoReader.read(name, record.image(), Integer.MAX_VALUE));
            return costs.problem(evidence);
        }

        @Override
        public void close() {
            network.close();
        }
    }
}
