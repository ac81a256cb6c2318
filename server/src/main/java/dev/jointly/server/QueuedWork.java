package dev.jointly.server;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Accepted work: waiting, running, or done. */
final class QueuedWork<T> implements Runnable, TimeBudget {
    /** What the work consists of. */
    @FunctionalInterface
    interface Body<T> {
        T run(TimeBudget budget) throws Exception;
    }

    /** How often a waiting client is looked at; well within the second after which its worker must be free. */
    private static final int PROBE_MILLIS = 100;

    private final Body<T> body;
    private final LongSupplier clock;
    private final long end;
    private final BooleanSupplier serverStopping;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private volatile boolean cancelled;

    /** @param clock in nanoseconds */
    QueuedWork(Body<T> body, Duration limit, LongSupplier clock, BooleanSupplier serverStopping) {
        this.body = body;
        this.clock = clock;
        this.end = clock.getAsLong() + limit.toNanos();
        this.serverStopping = serverStopping;
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
    boolean overdueBy(Duration overtime) {
        return clock.getAsLong() - end >= overtime.toNanos();
    }

    @Override
    public boolean stopped() {
        return cancelled || serverStopping.getAsBoolean();
    }

    @Override
    public boolean abandoned() {
        return cancelled;
    }

    /** The result comes here, or what kept it from coming. */
    CompletableFuture<T> result() {
        return result;
    }

    /** Has something done once the result is there, or will never be. */
    void whenDone(Runnable then) {
        CompletableFuture<T> unused = result.whenComplete((value, failure) -> then.run());
    }

    /** From now on its worker ends it soon, with what it has. */
    void cancel() {
        cancelled = true;
    }

    /** Answers in place of the work, which ends soon if it runs and never begins if it does not. */
    void giveUp() {
        cancel();
        result.completeExceptionally(HttpProblem.tooLate());
    }

    /**
     * Waits for the result.
     *
     * @param gone whether the client has left; then the work is cancelled
     */
    T await(BooleanSupplier gone) {
        while (true) {
            try {
                return result.get(PROBE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (gone.getAsBoolean()) {
                    cancel();
                    throw ClientGoneException.whileWaiting();
                }
            } catch (InterruptedException e) {
                cancel();
                Thread.currentThread().interrupt();
                throw WorkQueue.shuttingDown();
            } catch (CancellationException e) {
                throw WorkQueue.shuttingDown();
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
