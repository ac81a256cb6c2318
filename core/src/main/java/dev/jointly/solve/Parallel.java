package dev.jointly.solve;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Function;

/**
 * Does independent things side by side where more than one thread is allowed. A fork-join pool, because components
 * wait for their sub-problems inside it.
 */
final class Parallel implements AutoCloseable {
    private final @org.jspecify.annotations.Nullable ForkJoinPool pool;

    Parallel(int threads) {
        pool = threads > 1 ? new ForkJoinPool(threads) : null;
    }

    /** The results in the order of the items. */
    <T, R> List<R> map(List<T> items, Function<T, R> work) {
        if (pool == null || items.size() < 2) {
            return items.stream().map(work).toList();
        }
        List<ForkJoinTask<R>> tasks = items.stream()
                .map(item -> ForkJoinTask.adapt((Callable<R>) () -> work.apply(item)))
                .toList();
        if (ForkJoinTask.getPool() == pool) {
            return ForkJoinTask.invokeAll(tasks).stream()
                    .map(ForkJoinTask::join)
                    .toList();
        }
        tasks.forEach(pool::execute);
        return tasks.stream().map(ForkJoinTask::join).toList();
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.shutdownNow();
        }
    }
}
