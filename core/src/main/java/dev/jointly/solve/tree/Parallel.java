package dev.jointly.solve.tree;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
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
        Batch<T, R> batch = new Batch<>(items, work);
        List<ForkJoinTask<?>> tasks = IntStream.range(0, items.size())
                .<ForkJoinTask<?>>mapToObj(i -> ForkJoinTask.adapt(() -> batch.work(i)))
                .toList();
        if (ForkJoinTask.getPool() == pool) {
            tasks.forEach(ForkJoinTask::fork);
        } else {
            tasks.forEach(pool::execute);
        }
        tasks.forEach(ForkJoinTask::quietlyJoin);
        return batch.results();
    }

    /** Items on their way, and the first failure. */
    private static final class Batch<T, R> {
        private final List<T> items;
        private final Function<T, R> work;
        private final List<AtomicReference<@Nullable R>> results;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        Batch(List<T> items, Function<T, R> work) {
            this.items = items;
            this.work = work;
            results = items.stream()
                    .map(item -> new AtomicReference<@Nullable R>())
                    .toList();
        }

        void work(int i) {
            if (failure.get() != null) {
                return;
            }
            try {
                results.get(i).set(work.apply(items.get(i)));
            } catch (RuntimeException | Error e) {
                Throwable first = failure.compareAndExchange(null, e);
                if (first != null && first != e) {
                    first.addSuppressed(e);
                }
            }
        }

        List<R> results() {
            Throwable first = failure.get();
            if (first instanceof Error error) {
                throw error;
            }
            if (first instanceof RuntimeException exception) {
                throw exception;
            }
            return results.stream().map(Batch::<R>there).toList();
        }

        private static <R> R there(AtomicReference<@Nullable R> result) {
            R value = result.get();
            if (value == null) {
                throw new IllegalStateException("work was given back undone");
            }
            return value;
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
