package dev.jointly.spark;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.util.concurrent.SubjectInheritingThread;

/**
 * A call on another thread, so that the caller can stop waiting for it. The call itself cannot be stopped: native code does
 * not notice an interrupt. Its thread goes back to the pool when it returns; until then the next call gets another.
 */
final class WatchedCall<T> {
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(WatchedCall::thread);

    private final CompletableFuture<T> result = new CompletableFuture<>();

    private WatchedCall() {}

    static <T> WatchedCall<T> start(Callable<T> work) {
        WatchedCall<T> call = new WatchedCall<>();
        THREADS.execute(() -> call.run(work));
        return call;
    }

    /** Images are read on it, with the rights of the task. */
    private static Thread thread(Runnable work) {
        Thread thread = new SubjectInheritingThread(work, "jointly-solve");
        // one that is stuck does not keep the process alive
        thread.setDaemon(true);
        return thread;
    }

    private void run(Callable<T> work) {
        try {
            result.complete(work.call());
        } catch (Exception | Error e) {
            result.completeExceptionally(e);
        }
    }

    /**
     * Waits for the result.
     *
     * @return nothing if it is not there in time
     * @throws InterruptedIOException if the thread that waits is interrupted, as a cancelled task is
     * @throws IOException if the call throws it; unchecked exceptions and errors of the call are thrown too
     */
    Optional<T> result(Duration limit) throws IOException {
        try {
            return Optional.of(result.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException cancelled = new InterruptedIOException("interrupted while a record was solved");
            cancelled.initCause(e);
            throw cancelled;
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException failure) {
                throw failure;
            }
            if (cause instanceof RuntimeException failure) {
                throw failure;
            }
            if (cause instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(cause);
        }
    }

    boolean ended() {
        return result.isDone();
    }

    /** Does something once the call has ended, on its thread; now, if it has ended already. */
    void afterwards(Runnable action) {
        CompletableFuture<T> unused = result.whenComplete((value, failure) -> action.run());
    }
}
