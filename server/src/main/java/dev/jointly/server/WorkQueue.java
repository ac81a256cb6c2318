package dev.jointly.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A fixed number of workers behind a bounded queue. Work whose deadline passes while it waits leaves the queue without having been
 * started. Work that runs is expected to end at its deadline with what it has; if it does not, its client is answered without it.
 */
final class WorkQueue implements AutoCloseable {
    /** How long after its deadline running work may still answer. */
    static final Duration OVERTIME = Duration.ofSeconds(5);

    private static final int SWEEP_MILLIS = 100;

    /** How often a waiting client is looked at; well within the second after which its worker must be free. */
    private static final int PROBE_MILLIS = 100;

    private final ThreadPoolExecutor workers;
    /** Notices deadlines, and does nothing that takes time. */
    private final ScheduledThreadPoolExecutor sweeper;

    private final LongSupplier clock;
    private final Set<Work<?>> accepted = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    /** What accepted work consists of. */
    @FunctionalInterface
    interface Body<T> {
        T run(TimeBudget budget) throws Exception;
    }

    /** The time that a piece of work may use. */
    interface TimeBudget {
        /** Time until the deadline; zero after it. */
        Duration left();

        /** Whether to end soon, with what there is: the client is gone, or the server is shutting down. */
        boolean stopped();

        /** Whether to end soon for this reason, or because the deadline has come. */
        default boolean over() {
            return stopped() || left().isZero();
        }

        /** Whether the client is gone, so that the result need not be any good. */
        boolean abandoned();
    }

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
    <T> Work<T> submit(Duration limit, Body<T> body) {
        Work<T> work = new Work<>(body, limit);
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
        for (Work<?> work : accepted) {
            boolean leftQueue = work.overdueBy(Duration.ZERO) && workers.remove(work);
            if (leftQueue || work.overdueBy(OVERTIME)) {
                work.giveUp();
            }
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
                .retryAfter(1);
    }

    static HttpProblem shuttingDown() {
        return HttpProblem.of(503, "shutting-down", "the server is shutting down; try again later")
                .retryAfter(5);
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
        for (Work<?> left : accepted) {
            left.result.completeExceptionally(new CancellationException("the server is shutting down"));
        }
    }

    @Override
    public void close() {
        stop();
        drain(Duration.ZERO);
    }

    /** Accepted work: waiting, running, or done. */
    final class Work<T> implements Runnable, TimeBudget {
        private final Body<T> body;
        private final long end;
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private volatile boolean abandoned;

        private Work(Body<T> body, Duration limit) {
            this.body = body;
            this.end = clock.getAsLong() + limit.toNanos();
        }

        @Override
        public void run() {
            if (left().isZero()) {
                giveUp();
            }
            if (result.isDone()) {
                return;
            }
            try {
                result.complete(body.run(this));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        }

        @Override
        public Duration left() {
            return Duration.ofNanos(Math.max(0, end - clock.getAsLong()));
        }

        /** Whether the deadline passed at least this long ago. */
        private boolean overdueBy(Duration overtime) {
            return clock.getAsLong() - end >= overtime.toNanos();
        }

        @Override
        public boolean stopped() {
            return abandoned || stopping;
        }

        @Override
        public boolean abandoned() {
            return abandoned;
        }

        /** The result, once it is there. */
        T join() {
            return result.join();
        }

        /** Has something done once the result is there, or will never be. */
        void whenDone(Runnable then) {
            CompletableFuture<T> unused = result.whenComplete((value, failure) -> then.run());
        }

        /** From now on its worker ends it soon, with what it has. */
        void endSoon() {
            abandoned = true;
        }

        /** Gives up work whose client is gone; if it has not begun, it never does. */
        void cancel() {
            endSoon();
            if (workers.remove(this)) {
                result.cancel(false);
            }
        }

        /** Answers in place of the work, which ends soon if it runs and never begins if it does not. */
        private void giveUp() {
            endSoon();
            result.completeExceptionally(HttpProblem.tooLate());
        }

        /**
         * Waits for the result.
         *
         * @param gone whether the client has left, see {@link Client#gone}; asked now and then. Then the work is cancelled
         */
        T await(BooleanSupplier gone) {
            while (true) {
                try {
                    return result.get(PROBE_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    if (gone.getAsBoolean()) {
                        cancel();
                        throw new Client.GoneException();
                    }
                } catch (InterruptedException e) {
                    endSoon();
                    Thread.currentThread().interrupt();
                    throw shuttingDown();
                } catch (CancellationException e) {
                    throw shuttingDown();
                } catch (ExecutionException e) {
                    throw unwrapped(e);
                }
            }
        }

        private static RuntimeException unwrapped(ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }
}
