package dev.jointly.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A fixed number of workers behind a bounded queue. Work whose deadline passes while it waits leaves the queue without having been
 * started. Work that runs is expected to end at its deadline with what it has; if it does not, its client is answered without it.
 */
final class WorkQueue implements AutoCloseable {
    /** How long after its deadline running work may still answer. */
    static final Duration OVERTIME = Duration.ofSeconds(5);

    private static final int SWEEP_MILLIS = 100;

    private final ThreadPoolExecutor workers;
    /** Notices deadlines, and does nothing that takes time. */
    private final ScheduledThreadPoolExecutor sweeper;

    private final LongSupplier clock;
    private final Set<QueuedWork<?>> accepted = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    /** @param clock by which deadlines pass, in nanoseconds */
    WorkQueue(int workers, int queue, LongSupplier clock) {
        this.clock = clock;
        this.workers = new ThreadPoolExecutor(
                workers, workers, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(queue), daemons("jointly-solve"));
        this.sweeper = new ScheduledThreadPoolExecutor(1, daemons("jointly-deadlines"));
        Future<?> unused =
                sweeper.scheduleWithFixedDelay(this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * Accepts work, or refuses it at once.
     *
     * @param limit until the answer, waiting included
     * @throws HttpProblem if the queue is full or the server is shutting down
     */
    <T> QueuedWork<T> submit(Duration limit, QueuedWork.Body<T> body) {
        QueuedWork<T> work = new QueuedWork<>(body, limit, clock, () -> stopping);
        accepted.add(work);
        try {
            workers.execute(work);
        } catch (RejectedExecutionException e) {
            accepted.remove(work);
            throw stopping ? shuttingDown() : full();
        }
        work.whenDone(() -> accepted.remove(work));
        return work;
    }

    private void sweep() {
        for (QueuedWork<?> work : accepted) {
            boolean leftQueue = work.overdueBy(Duration.ZERO) && workers.remove(work);
            if (leftQueue || work.overdueBy(OVERTIME)) {
                work.giveUp();
            }
        }
    }

    /** Gives up work whose client is gone; if it has not begun, it never does. */
    void cancel(QueuedWork<?> work) {
        work.cancel();
        if (workers.remove(work)) {
            work.result().cancel(false);
        }
    }

    int waiting() {
        return workers.getQueue().size();
    }

    int running() {
        return workers.getActiveCount();
    }

    private HttpProblem full() {
        return HttpProblem.of(
                        429,
                        "queue-full",
                        "all " + workers.getMaximumPoolSize() + " workers are busy and " + waiting()
                                + " requests wait already; try again later")
                .withHeader("Retry-After", "1");
    }

    static HttpProblem shuttingDown() {
        return HttpProblem.of(503, "shutting-down", "the server is shutting down; try again later")
                .withHeader("Retry-After", "5");
    }

    /** Refuses new work, and tells what is accepted to end soon with what it has. */
    void stop() {
        stopping = true;
        workers.shutdown();
        sweeper.shutdown();
    }

    /** Waits for accepted work after {@link #stop}; what is not done in time hears that the server went away. */
    void drain(Duration patience) {
        try {
            workers.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (QueuedWork<?> left : accepted) {
            left.result().completeExceptionally(new CancellationException("the server is shutting down"));
        }
    }

    @Override
    public void close() {
        stop();
        drain(Duration.ZERO);
    }
}
