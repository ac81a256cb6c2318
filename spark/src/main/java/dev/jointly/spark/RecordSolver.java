package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import dev.jointly.vision.net.ModelCard;
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
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

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

    /** Null if records are problems; {@code costs} likewise. */
    private final @Nullable Network network;

    private final @Nullable CostModel costs;

    /** @param files folder with what was shipped: networks, cards, cost models */
    RecordSolver(SolveSettings settings, Path files) {
        this.settings = settings;
        this.solver = SOLVERS.computeIfAbsent(
                settings.engine(), name -> new Solver(LpEngines.onClassPath().create(name)));
        String model = settings.model();
        if (model == null) {
            this.network = null;
            this.costs = null;
            return;
        }
        String card = ModelStore.SHIPPED.contains(model)
                ? model
                : files.resolve(model).toString();
        ModelStore.Model found = new ModelStore(files).find(card);
        this.costs = costs(found.card(), settings.costs(), files);
        this.network = Network.open(found.card(), found.network(), 1);
    }

    /** @param file of a cost model; null for the one that goes with the network */
    private static CostModel costs(ModelCard card, @Nullable String file, Path files) {
        if (file == null) {
            return ShippedCosts.orGuesses(
                    card.name(), card.anatomy(), card.decoder().measure());
        }
        CostModel costs = CostModelReader.read(files.resolve(file));
        costs.requireFits(
                file, "model " + card.name(), card.partNames(), card.decoder().scoresPairs());
        return costs;
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
            boolean image = network != null;
            Problem problem = image ? seen(record) : parsed(record);
            double before = secondsSince(start);
            Solution solution = checked(problem, settings.solver());
            double all = secondsSince(start);
            Outcome.Phases phases = new Outcome.Phases(image ? 0 : before, image ? before : 0, all - before, 0);
            boolean bounded = solution.status() == Solution.Status.BOUNDED;
            return settings.postpones() && bounded
                    ? Outcome.postponed(record, text(problem), phases)
                    : solved(record, problem, solution, all, phases);
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

    private Outcome solved(
            RawRecord record, Problem problem, Solution solution, double seconds, Outcome.Phases phases) {
        List<Row> people = new ArrayList<>();
        for (Pose pose : solution.poses()) {
            OptionalDouble score = Strength.score(problem, pose.global());
            people.add(RowFactory.create(
                    people.size(),
                    Micro.toDouble(pose.cost(problem)),
                    score.isPresent() ? score.getAsDouble() : null,
                    Strength.weak(problem, pose.global()),
                    Outcome.seq(joints(problem, pose))));
        }
        boolean bounded = solution.status() == Solution.Status.BOUNDED;
        Row row = RowFactory.create(
                problem.id(),
                solution.status() == Solution.Status.OPTIMAL ? "optimal" : "bounded",
                solution.method().label(),
                bounded ? unproven(solution) : null,
                false,
                Micro.toDouble(solution.objective()),
                Micro.toDouble(solution.lowerBound()),
                solution.gap(),
                seconds,
                solution.problemSha256(),
                settings.certificates() ? SolutionWriter.certificate(solution.proof()) : null,
                Outcome.seq(people));
        Image image = problem.image();
        return new Outcome(
                record.place(),
                row,
                image == null ? null : RowFactory.create(image.file(), image.width(), image.height()),
                AnatomyJson.text(problem.anatomy()),
                null,
                phases,
                0);
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
                    Outcome.seq(pose.local().getOrDefault(part, List.of()))));
        });
        return joints;
    }

    private String unproven(Solution solution) {
        String reason = solution.ending() == Ending.OUT_OF_TIME
                ? "within the time limit of " + settings.timeLimit().toMillis() / 1e3 + " s"
                : solution.ending().words();
        return "not proven " + reason + "; both bounds hold";
    }

    private Problem seen(RawRecord record) {
        if (record.image() == null) {
            throw new BadInputException(record.text() + ": cannot be read: " + record.unreadable());
        }
        String name = record.imageName();
        return Objects.requireNonNull(costs)
                .problem(Objects.requireNonNull(network)
                        .detect(record.imageId(), name, PhotoReader.read(name, record.image(), Integer.MAX_VALUE)));
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
        if (network != null) {
            network.close();
        }
    }
}
