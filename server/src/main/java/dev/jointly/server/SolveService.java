package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The one way to the solver: under the bounded queue, within the limits, with a deadline, and checked before it leaves.
 * Thread-safe.
 */
public final class SolveService implements AutoCloseable {
    /** What a check may take after the deadline. */
    private static final Duration CHECK_OVERTIME = Duration.ofMillis(300);

    private final Solving solving;
    private final ServerLimits limits;
    private final WorkQueue queue;

    public SolveService(Solving solving, ServerLimits limits) {
        this.solving = solving;
        this.limits = limits;
        this.queue = new WorkQueue(limits.workers(), limits.queue());
    }

    /** What this server takes on. */
    public ServerLimits limits() {
        return limits;
    }

    /**
     * Solves a problem and waits for the solution, proven or with both bounds valid.
     *
     * @param gone whether the client has left, see {@link Client#gone}; asked now and then
     * @throws HttpProblem if the problem is too large, the queue is full, or the server is shutting down
     * @throws dev.jointly.solve.PinsException if the problem's pins cannot all hold
     */
    public Solution solve(Problem problem, SolveRequest request, BooleanSupplier gone) {
        Work<Solution> work = submit(problem, request);
        try {
            return work.await(gone);
        } catch (ClientGoneException e) {
            queue.cancel(work);
            throw e;
        }
    }

    /** Accepts a problem, to be solved when its turn comes. */
    Work<Solution> submit(Problem problem, SolveRequest request) {
        if (problem.size() > limits.detections()) {
            throw HttpProblem.of(
                    413,
                    "too-many-detections",
                    "the problem has " + problem.size() + " detections but this server takes at most "
                            + limits.detections());
        }
        return queue.submit(limit(request), turn -> checked(problem, request, turn));
    }

    private Duration limit(SolveRequest request) {
        return request.timeLimit().compareTo(limits.longest()) < 0 ? request.timeLimit() : limits.longest();
    }

    WorkQueue queue() {
        return queue;
    }

    private Solution checked(Problem problem, SolveRequest request, Turn turn) {
        Consumer<SolveEvent> listener = request.listener();
        Duration forSolving = SelfCheck.solvingTime(turn.left());
        Solution solution = solving.solve(problem, request.settings(forSolving), listener, turn::stopped);
        Duration forCheck = turn.stopped() ? CHECK_OVERTIME : turn.left().plus(CHECK_OVERTIME);
        return SelfCheck.of(problem, solution, forCheck).solution();
    }

    @Override
    public void close() {
        queue.close();
    }
}
