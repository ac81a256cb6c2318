package dev.jointly.solve.tree;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Does independent things side by side where more than one thread is allowed. A fork-join pool, because components
 * wait for their sub-problems inside it. The caller has its work to itself again afterwards, also if some of it
 * failed: what was begun is always waited for, since it may hold models that are about to be closed.
 */
public final class Parallel implements AutoCloseable {
    private final @Nullable ForkJoinPool pool;

    public Parallel(int threads) {
        pool = threads > 1 ? new ForkJoinPool(threads) : null;
    }

    /** The results in the order of the items. After a failure nothing more is begun, and the failure is thrown. */
    public <T, R> List<R> map(List<T> items, Function<T, R> work) {
        if (pool == null || items.size() < 2) {
            return items.stream().map(work).toList();
        }
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<ForkJoinTask<R>> tasks = items.stream()
                .map(item -> ForkJoinTask.adapt(() -> worked(work, item, failure)))
                .toList();
        if (ForkJoinTask.getPool() == pool) {
            tasks.forEach(ForkJoinTask::fork);
        } else {
            tasks.forEach(pool::execute);
        }
        tasks.forEach(ForkJoinTask::quietlyJoin);
        Throwable first = failure.get();
        if (first instanceof Error error) {
            throw error;
        }
        if (first instanceof RuntimeException exception) {
            throw exception;
        }
        return tasks.stream().map(ForkJoinTask::join).toList();
    }

    /** The result for an item; the first failure of all items is kept. */
    private static <T, R> R worked(Function<T, R> work, T item, AtomicReference<@Nullable Throwable> failure) {
        if (failure.get() != null) {
            throw new CancellationException("another item has failed");
        }
        try {
            return work.apply(item);
        } catch (RuntimeException | Error e) {
            Throwable first = failure.compareAndExchange(null, e);
            if (first != null && first != e) {
                first.addSuppressed(e);
            }
            throw e;
        }
    }

    /** Waits until every thread has put down its work. */
    @Override
    public void close() {
        if (pool == null) {
            return;
        }
        pool.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = pool.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
