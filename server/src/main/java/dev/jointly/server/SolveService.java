package dev.jointly.server;

import dev.jointly.certify.Claim;
import dev.jointly.certify.PatientCheck;
import dev.jointly.certify.Verdict;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Problem;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The one way to the solver: under the bounded queue, within the limits, with a deadline, and checked before it leaves.
 * Thread-safe.
 */
public final class SolveService implements AutoCloseable {
    private final Solving solving;
    private final Detectors detectors;
    private final ServerLimits limits;
    private final WorkQueue queue;
    private final RequestBody bodies;
    private final ServerMetrics metrics = new ServerMetrics();

    /** @param detectors are closed with the service */
    public SolveService(Solving solving, Detectors detectors, ServerLimits limits) {
        this.solving = solving;
        this.detectors = detectors;
        this.limits = limits;
        this.bodies = new RequestBody(limits);
        this.queue = new WorkQueue(limits.workers(), limits.queue());
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
     * @param gone whether the client has left, see {@link Client#gone}; asked now and then
     * @throws HttpProblem if the problem is too large, the queue is full, or the server is shutting down
     * @throws dev.jointly.solve.PinsException if the problem's pins cannot all hold
     */
    public Solution solve(Problem problem, SolveRequest request, BooleanSupplier gone) {
        return await(submit(problem, request), gone);
    }

    /**
     * Finds the people of an image.
     *
     * @param image as files have it; limited in bytes by {@link RequestBody}, and here in pixels
     * @param name becomes the problem's id and the name of its image; it is not opened
     * @param model one of this server's {@link #detectors}
     */
    public Posed pose(byte[] image, String name, String model, SolveRequest request, BooleanSupplier gone) {
        detectors.require(model);
        return await(queue.submit(limit(request), turn -> posed(image, name, model, request, turn)), gone);
    }

    /** Proven lower bounds on the margins of a solution, for which nothing is solved. */
    public List<Margin> margins(Problem problem, Solution solution, Duration timeLimit, BooleanSupplier gone) {
        return await(run(timeLimit, turn -> new CheckedMargins(problem, solution, turn).bounds()), gone);
    }

    /** The problem of an image, without solving it. */
    Problem see(byte[] image, String name, String model, BooleanSupplier gone) {
        detectors.require(model);
        return await(run(limits.longest(), turn -> detectors.problem(name, image, model, limits.pixels())), gone);
    }

    /** Accepts some other work of the solver's kind. */
    <T> QueuedWork<T> run(Duration timeLimit, QueuedWork.Body<T> body) {
        return queue.submit(shorter(timeLimit), body);
    }

    /** Checks a claim until it is decided or the time is over. */
    public Verdict verify(Problem problem, Claim claim, Duration timeLimit, BooleanSupplier gone) {
        requireSize(problem);
        QueuedWork<Verdict> work = run(timeLimit, turn -> PatientCheck.of(problem, claim, turn::over));
        return await(work, gone);
    }

    /** Accepts a problem, to be solved when its turn comes. */
    QueuedWork<Solution> submit(Problem problem, SolveRequest request) {
        requireSize(problem);
        return queue.submit(limit(request), turn -> checked(problem, request, turn));
    }

    <T> T await(QueuedWork<T> work, BooleanSupplier gone) {
        try {
            return work.await(gone);
        } catch (ClientGoneException e) {
            queue.cancel(work);
            throw e;
        }
    }

    void requireSize(Problem problem) {
        if (problem.size() > limits.detections()) {
            throw HttpProblem.of(
                    413,
                    "too-many-detections",
                    "the problem has " + problem.size() + " detections but this server takes at most "
                            + limits.detections());
        }
    }

    private Duration limit(SolveRequest request) {
        return shorter(request.timeLimit());
    }

    private Duration shorter(Duration wanted) {
        return wanted.compareTo(limits.longest()) < 0 ? wanted : limits.longest();
    }

    private Posed posed(byte[] image, String name, String model, SolveRequest request, Turn turn) {
        if (turn.left().isZero() && !request.timeLimit().isZero()) {
            throw HttpProblem.of(
                            503,
                            "too-late",
                            "the time was over before the network could look at the image;"
                                    + " allow more time, or try again later")
                    .withHeader("Retry-After", "1");
        }
        Problem problem = detectors.problem(name, image, model, limits.pixels());
        requireSize(problem);
        return new Posed(problem, checked(problem, request, turn));
    }

    private Solution checked(Problem problem, SolveRequest request, Turn turn) {
        long start = System.nanoTime();
        Consumer<SolveEvent> listener = event -> {
            metrics.heard(event);
            request.listener().accept(event);
        };
        Function<Settings, Solution> solver = within -> {
            Solution solution = solving.solve(problem, within, listener, turn::stopped);
            if (turn.abandoned()) {
                // a check would only keep the worker from others
                throw new CancellationException("nobody waits for problem " + problem.id() + " any more");
            }
            return solution;
        };
        Solution solution = SelfCheck.solve(problem, request.settings(turn.left()), solver, turn::stopped)
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
