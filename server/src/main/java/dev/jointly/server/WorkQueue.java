package dev.jointly.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A fixed number of workers behind a bounded queue. Work whose deadline comes while it waits leaves the queue and is done
 * at once on a thread kept for that, where, having no time, it takes the shortest way to a valid answer.
 */
final class WorkQueue implements AutoCloseable {
    private final ThreadPoolExecutor workers;
    private final ScheduledThreadPoolExecutor overdue;
    private final Set<QueuedWork<?>> accepted = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    WorkQueue(int workers, int queue) {
        this.workers = new ThreadPoolExecutor(
                workers, workers, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(queue), daemons("jointly-solve"));
        this.overdue = new ScheduledThreadPoolExecutor(1, daemons("jointly-overdue"));
        this.overdue.setRemoveOnCancelPolicy(true);
        this.overdue.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
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
        QueuedWork<T> work = new QueuedWork<>(body, limit, () -> stopping);
        accepted.add(work);
        try {
            workers.execute(work);
        } catch (RejectedExecutionException e) {
            accepted.remove(work);
            throw stopping ? shuttingDown() : full();
        }
        Future<?> alarm = alarm(work, limit);
        work.whenDone(() -> {
            accepted.remove(work);
            alarm.cancel(false);
        });
        return work;
    }

    private Future<?> alarm(QueuedWork<?> work, Duration limit) {
        try {
            return overdue.schedule(() -> runIfWaiting(work), limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // shutting down, which empties the queue by itself
            return new FutureTask<>(() -> null);
        }
    }

    private void runIfWaiting(QueuedWork<?> work) {
        if (workers.remove(work)) {
            work.run();
        }
    }

    /** Gives up work nobody waits for; if it has not begun, it never does. */
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
        overdue.shutdown();
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
