package dev.jointly.server;

import dev.jointly.certify.AnytimeCheck;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Problem;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import dev.jointly.solve.Solver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The one way to the solver: under the bounded queue, within the limits, with a deadline, and checked before it leaves.
 * Thread-safe.
 */
public final class SolveService implements AutoCloseable {
    /** The solver as the service sees it; several threads may call it at once. */
    @FunctionalInterface
    public interface Solving {
        /** Solves until proven, until the time limit, or until stopped. */
        Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopped);
    }

    /** The people of an image, and the problem they are the solution of. */
    public record Posed(Problem problem, Solution solution) {}

    private static final int MIB = 1 << 20;

    private final Solving solving;
    private final Detectors detectors;
    private final ServerLimits limits;
    private final WorkQueue queue;
    private final RequestBody bodies;
    private final ServerMetrics metrics = new ServerMetrics();
    /** In MiB, for the tables of all problems that are solved or checked at once. */
    private final Semaphore tables;

    private final long tableBytes = ServerLimits.heapShare(3, (long) Integer.MAX_VALUE * MIB);

    /** @param detectors are closed with the service */
    public SolveService(Solving solving, Detectors detectors, ServerLimits limits) {
        this(solving, detectors, limits, System::nanoTime);
    }

    /** @param clock by which deadlines pass, in nanoseconds */
    SolveService(Solving solving, Detectors detectors, ServerLimits limits, LongSupplier clock) {
        this.solving = solving;
        this.detectors = detectors;
        this.limits = limits;
        this.bodies = new RequestBody(limits, clock);
        this.queue = new WorkQueue(limits.workers(), limits.queue(), clock);
        this.tables = new Semaphore(mebibytes(tableBytes));
        metrics.gauge("queue.length", "Accepted requests that wait for a worker", queue::waiting);
        metrics.gauge("running", "Workers that are busy", queue::running);
    }

    /** What this server takes on. */
    public ServerLimits limits() {
        return limits;
    }

    /** The networks for images. */
    public Detectors detectors() {
        return detectors;
    }

    /** Reads the bodies of requests, within the limits that all routes share. */
    public RequestBody bodies() {
        return bodies;
    }

    ServerMetrics metrics() {
        return metrics;
    }

    WorkQueue queue() {
        return queue;
    }

    /**
     * Solves a problem and waits for the solution, proven or with both bounds valid.
     *
     * @param settings whose time limit is from now to the answer, waiting included; the server's own where that is shorter
     * @param gone whether the client has left, see {@link Client#gone}; asked now and then
     * @throws HttpProblem if the problem is too large, the queue is full, or the server is shutting down
     * @throws dev.jointly.solve.PinsException if the problem's pins cannot all hold
     */
    public Solution solve(Problem problem, Settings settings, BooleanSupplier gone) {
        return submit(problem, settings, event -> {}).await(gone);
    }

    /**
     * Finds the people of an image.
     *
     * @param image as files have it; limited in bytes by {@link RequestBody}, and here in pixels
     * @param name becomes the problem's id and the name of its image; it is not opened
     * @param model one of this server's {@link #detectors}
     */
    public Posed pose(byte[] image, String name, String model, Settings settings, BooleanSupplier gone) {
        detectors.require(model);
        return run(settings.timeLimit(), budget -> posed(image, name, model, settings, budget))
                .await(gone);
    }

    /** Proven lower bounds on the margins of a solution, for which nothing is solved. */
    public List<Margin> margins(Problem problem, Solution solution, Duration timeLimit, BooleanSupplier gone) {
        return run(problem, timeLimit, budget -> new CheckedMargins(problem, solution, budget).bounds())
                .await(gone);
    }

    /** The problem of an image, without solving it. */
    Problem see(byte[] image, String name, String model, BooleanSupplier gone) {
        detectors.require(model);
        return run(limits.longest(), budget -> detectors.problem(name, image, model, limits.pixels()))
                .await(gone);
    }

    /** Checks a claim until it is decided or the time is over. */
    Verdict verify(Problem problem, Claim claim, Duration timeLimit, BooleanSupplier gone) {
        return run(problem, timeLimit, budget -> AnytimeCheck.of(problem, claim, budget::over))
                .await(gone);
    }

    /**
     * Accepts a problem, to be solved when its turn comes.
     *
     * @param listener receives the solver's events, on its threads
     */
    WorkQueue.Work<Solution> submit(Problem problem, Settings settings, Consumer<SolveEvent> listener) {
        return run(problem, settings.timeLimit(), budget -> checked(problem, settings, listener, budget));
    }

    /** Accepts work that needs no tables of a problem. */
    <T> WorkQueue.Work<T> run(Duration timeLimit, WorkQueue.Body<T> body) {
        return queue.submit(timeLimit.compareTo(limits.longest()) < 0 ? timeLimit : limits.longest(), body);
    }

    /**
     * Accepts work that solves or checks a problem.
     *
     * @throws HttpProblem also if the problem is too large
     */
    <T> WorkQueue.Work<T> run(Problem problem, Duration timeLimit, WorkQueue.Body<T> body) {
        requireSize(problem);
        return run(Solver.tableBytes(problem), timeLimit, body);
    }

    /** Accepts work that takes so much memory, of which there is enough. */
    <T> WorkQueue.Work<T> run(long bytes, Duration timeLimit, WorkQueue.Body<T> body) {
        return run(timeLimit, budget -> withMemory(bytes, budget, body));
    }

    /** Memory for all that is solved, checked or imported at once, in bytes. */
    long workBytes() {
        return tableBytes;
    }

    /** Waits until there is that much memory. */
    private <T> T withMemory(long bytes, WorkQueue.TimeBudget budget, WorkQueue.Body<T> body) throws Exception {
        int needed = mebibytes(bytes);
        if (!tables.tryAcquire(needed, budget.left().toNanos(), TimeUnit.NANOSECONDS)) {
            throw HttpProblem.tooLate();
        }
        try {
            return body.run(budget);
        } finally {
            tables.release(needed);
        }
    }

    private static int mebibytes(long bytes) {
        return Math.toIntExact(bytes / MIB);
    }

    void requireSize(Problem problem) {
        if (problem.size() > limits.detections()) {
            throw HttpProblem.of(
                    413,
                    "too-many-detections",
                    "the problem has " + problem.size() + " detections but this server takes at most "
                            + limits.detections());
        }
        long bytes = Solver.tableBytes(problem);
        if (bytes > tableBytes) {
            throw HttpProblem.of(
                    413,
                    "problem-too-large",
                    "the problem has " + problem.size() + " detections, whose tables of pair costs take about "
                            + bytes / MIB + " MiB, but this server has " + tableBytes / MIB
                            + " MiB for them; leave out the detections of least score, or give it more memory");
        }
    }

    private Posed posed(byte[] image, String name, String model, Settings settings, WorkQueue.TimeBudget budget)
            throws Exception {
        Problem problem = detectors.problem(name, image, model, limits.pixels());
        requireSize(problem);
        return new Posed(
                problem,
                withMemory(
                        Solver.tableBytes(problem), budget, inTurn -> checked(problem, settings, event -> {}, inTurn)));
    }

    private Solution checked(
            Problem problem, Settings settings, Consumer<SolveEvent> listener, WorkQueue.TimeBudget budget) {
        long start = System.nanoTime();
        Function<Settings, Solution> solver = within -> {
            Solution solution = solving.solve(problem, within, metrics.counting(listener), budget::stopped);
            if (budget.abandoned()) {
                // a check would only keep the worker from others
                throw new CancellationException("no client waits for problem " + problem.id() + " any more");
            }
            return solution;
        };
        Solution solution = SelfCheck.solve(problem, settings.withTimeLimit(budget.left()), solver, budget::stopped)
                .solution();
        metrics.solved(solution, Duration.ofNanos(System.nanoTime() - start));
        return solution;
    }

    @Override
    public void close() {
        queue.close();
        detectors.close();
    }
}
