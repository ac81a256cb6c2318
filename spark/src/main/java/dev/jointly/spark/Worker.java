package dev.jointly.spark;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.util.concurrent.SubjectInheritingThread;
import org.apache.spark.SparkFiles;
import org.apache.spark.TaskContext;
import org.jspecify.annotations.Nullable;

/**
 * Solves records, one at a time: in this process, unless one of them may have killed a process before. A solve that is far beyond its time
 * limit is given up on: its thread is left alone, and its record tried once more in a child process, which can be killed.
 */
final class Worker implements AutoCloseable {
    /**
     * As many stuck threads one process bears, since each may keep a processor busy. With more, all records go to child
     * processes.
     */
    static final int MAX_STUCK = 4;

    /** Below this a process for hard problems is of no use. */
    private static final long LEAST_HEAP = 256L << 20;

    private static final Runtime.Version SOUND_25 = Runtime.Version.parse("25.0.3");
    private static final AtomicInteger STUCK = new AtomicInteger();

    /** A thread that is stuck goes back when its call returns; until then the next call gets another. */
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(Worker::thread);

    /** The workers of running tasks, by task and settings. */
    private static final Map<Long, Map<SolveSettings, Worker>> OF_TASKS = new ConcurrentHashMap<>();

    private final SolveSettings settings;
    private final Path files;
    private final boolean careful;
    private final AtomicInteger stuck;
    private final ChildWorker child;
    private @Nullable RecordSolver own;

    /**
     * @param files folder with what was shipped
     * @param heap in bytes, for a child process
     * @param careful whether all records go to a child process
     * @param stuck how many threads of this process are stuck
     */
    Worker(SolveSettings settings, Path files, long heap, boolean careful, AtomicInteger stuck) {
        this.settings = settings;
        this.files = files;
        this.careful = careful;
        this.stuck = stuck;
        this.child = new ChildWorker(settings, files, heap);
    }

    /** @param careful whether one of the records may have killed a process before */
    static Worker of(SolveSettings settings, boolean careful) {
        requireSoundJava(Runtime.version());
        long share = Runtime.getRuntime().maxMemory() / Runtime.getRuntime().availableProcessors();
        Path files = Path.of(SparkFiles.getRootDirectory());
        return new Worker(settings, files, Math.max(LEAST_HEAP, share), careful, STUCK);
    }

    /** The worker of the running task with these settings, which ends with it. */
    static Worker ofTask(SolveSettings settings, TaskContext task) {
        return OF_TASKS.computeIfAbsent(task.taskAttemptId(), id -> {
                    Map<SolveSettings, Worker> workers = new ConcurrentHashMap<>();
                    task.addTaskCompletionListener(end -> {
                        OF_TASKS.remove(id);
                        workers.values().forEach(Worker::close);
                        return null;
                    });
                    return workers;
                })
                .computeIfAbsent(settings, key -> of(key, isRepeated(task)));
    }

    /** Whether a problem of this task may have killed a process before. */
    static boolean isRepeated(TaskContext task) {
        return task.attemptNumber() > 0 || task.stageAttemptNumber() > 0;
    }

    /** Refuses a Java that can corrupt arrays while native code reads them: 25 before 25.0.3. */
    static void requireSoundJava(Runtime.Version version) {
        if (version.feature() == 25 && version.compareToIgnoreOptional(SOUND_25) < 0) {
            throw new BadInputException("found Java " + version
                    + ", which can corrupt arrays that native code holds; expected 25.0.3 or newer, or Java 17");
        }
    }

    /** One at a time, although a task may have threads of its own: that of Python reads ahead. */
    synchronized Outcome group(RawRecord record) throws IOException {
        if (careful || stuck.get() >= MAX_STUCK) {
            return child.group(record);
        }
        // each task has its own, since threads would take turns with one network
        RecordSolver solver = own == null ? new RecordSolver(settings, files) : own;
        own = solver;
        CompletableFuture<Outcome> solve = start(() -> solver.group(record));
        try {
            Optional<Outcome> outcome = await(solve, settings.giveUpAfter());
            if (outcome.isPresent()) {
                return outcome.get();
            }
        } finally {
            if (!solve.isDone()) {
                leave(solve, solver);
            }
        }
        System.err.println(record.place() + ": " + settings.noAnswer() + "; trying it in a child process");
        return child.group(record).givenUpBefore();
    }

    /** Native code that is still at work keeps its network; it is closed if that ever returns. */
    private void leave(CompletableFuture<Outcome> solve, RecordSolver solver) {
        own = null;
        stuck.incrementAndGet();
        CompletableFuture<Outcome> unused = solve.whenComplete((outcome, failure) -> {
            stuck.decrementAndGet();
            solver.close();
        });
    }

    @Override
    public void close() {
        child.close();
        if (own != null) {
            own.close();
        }
    }

    /** Images are read on it, with the rights of the task. */
    private static Thread thread(Runnable work) {
        Thread thread = new SubjectInheritingThread(work, "jointly-solve");
        // one that is stuck does not keep the process alive
        thread.setDaemon(true);
        return thread;
    }

    /**
     * A call on another thread, so that the caller can stop waiting for it. The call itself cannot be stopped: native code does
     * not notice an interrupt.
     */
    static <T> CompletableFuture<T> start(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        THREADS.execute(() -> {
            try {
                result.complete(work.call());
            } catch (Exception | Error e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /**
     * Waits for the result of a call.
     *
     * @return nothing if it is not there in time
     * @throws InterruptedIOException if the thread that waits is interrupted, as a cancelled task is
     * @throws IOException if the call throws it; unchecked exceptions and errors of the call are thrown too
     */
    static <T> Optional<T> await(CompletableFuture<T> call, Duration limit) throws IOException {
        try {
            return Optional.of(call.get(limit.toMillis(), TimeUnit.MILLISECONDS));
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
            if (cause instanceof Error failure) {
                throw failure;
            }
            throw cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
        }
    }
}
