package dev.jointly.cli.solve;

import dev.jointly.cli.StopSignal;
import dev.jointly.cli.report.FileTally;
import dev.jointly.cli.solve.ProblemSolver.Result;
import dev.jointly.cli.solve.ProblemSolver.Result.Failure;
import dev.jointly.io.BadInputException;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Problems in, solutions out, in the order of the problems: one thread reads, a pool solves, the caller writes. What is
 * read ahead and what waits to be written are bounded, which keeps a long stream of problems from piling up. Reading
 * has a thread of its own so that a stop is obeyed, and solutions are written, while the next problem has yet to
 * arrive.
 */
public final class SolveRun {
    private static final int POLL_MILLIS = 50;

    /** How long the reader has after a stop to hand over what it has read; it may be waiting for input. */
    private static final int READER_MILLIS = 500;

    /** How long the current solution is awaited after a stop; less than {@link StopSignal} waits. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final long NO_STOP_YET = Long.MIN_VALUE;

    /**
     * Bytes of answers that may wait: they are written in order, so while a hard problem is awaited others are solved, some
     * ten thousand of them.
     */
    private static final long WAITING = 32L << 20;

    private final ProblemSolver solver;
    private final StopSignal signal;
    private final FileTally tally;
    private final ExecutorService pool;
    private final BlockingQueue<FutureTask<Result>> queue;
    /** Permits for problems that are read but not solved yet. */
    private final Semaphore unsolved;

    private final Backlog backlog = new Backlog(WAITING);

    private final FutureTask<Result> end = new FutureTask<>(Result.EndOfFile::new);
    private volatile boolean abandoned;
    private boolean independent;
    private boolean answered = true;
    private boolean proven = true;
    private long graceEnd = NO_STOP_YET;

    /** Whether a problem got no answer because the run was stopped. */
    private boolean skipped;

    /** @param tally counts the files that the problems come from */
    public SolveRun(ProblemSolver solver, StopSignal signal, FileTally tally) {
        this.solver = solver;
        this.signal = signal;
        this.tally = tally;
        int threads = solver.settings().threads();
        this.pool = Executors.newFixedThreadPool(threads, task -> daemon(task, "solve"));
        this.queue = new LinkedBlockingQueue<>();
        this.unsolved = new Semaphore(2 * threads);
    }

    /**
     * How a run went.
     *
     * @param answered whether every problem has poses
     * @param proven whether all of them are proven optimal
     */
    public record Outcome(boolean answered, boolean proven) {}

    /**
     * Solves every problem. However the run ends, the sink has the solutions that were finished by then; after a stop, those before the
     * first problem without one.
     */
    public Outcome run(ProblemFeed feed, AnswerSink sink) {
        independent = feed.independent();
        Thread reader = daemon(() -> read(feed, sink), "read");
        reader.start();
        try {
            while (true) {
                FutureTask<Result> next = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (next == null && signal.stopped()) {
                    next = queue.poll(READER_MILLIS, TimeUnit.MILLISECONDS);
                }
                if (next == end || (next == null && signal.stopped())) {
                    return new Outcome(answered, answered && proven && !signal.stopped());
                }
                if (next == null) {
                    continue;
                }
                Result result;
                try {
                    result = result(next);
                    throwIfLast(result);
                } catch (RuntimeException | Error e) {
                    writeFinished(e, sink);
                    throw e;
                }
                handle(result, sink);
            }
        } catch (TimeoutException e) {
            solver.report().line("jointly: stopped before the current problem had a solution");
            skipped = true;
            tally.skip();
            writeFinished(e, sink);
            return new Outcome(false, false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome(false, false);
        } finally {
            abandoned = true;
            reader.interrupt();
            pool.shutdownNow();
        }
    }

    /** Of many problems a failed one is one line, a single one ends the run. */
    private void throwIfLast(Result result) {
        if (result instanceof Result.Failed failed
                && !failed.failure().pins()
                && (failed.alone() || !(tally.many() || independent))) {
            throw failed.failure().cause();
        }
    }

    private void handle(Result result, AnswerSink sink) {
        if (result instanceof Result.Answered && skipped && signal.stopped()) {
            // a later run goes on after the last answer, so there must be no gap before it
            tally.skip();
        } else if (result instanceof Result.Answered done) {
            done.log().forEach(solver.report()::line);
            done.answer().write();
            solver.report().solved(done.solution(), done.weak(), done.answer().wrote());
            proven &= done.solution().status() == Solution.Status.OPTIMAL;
        } else if (result instanceof Result.Failed failed) {
            failed.log().forEach(solver.report()::line);
            answered = false;
            tally.failPart(failed.failure().file(), failed.failure().cause());
            if (!failed.alone()) {
                sink.fail(failed.failure());
            }
        } else if (result instanceof Result.Skipped) {
            skipped = true;
            tally.skip();
        } else if (result instanceof Result.EndOfFile) {
            tally.endOfFile();
            solver.report().fileDone();
        }
        backlog.remove(result.bytes());
    }

    /** Writes what others had finished behind the one that ended the run; further failures are reported beside it. */
    private void writeFinished(Throwable cause, AnswerSink sink) {
        List<FutureTask<Result>> waiting = new ArrayList<>();
        queue.drainTo(waiting);
        // before any of them hears that the run is over, which would pass for an answer
        List<Boolean> finished = waiting.stream().map(FutureTask::isDone).toList();
        abandoned = true;
        for (int i = 0; i < waiting.size(); i++) {
            Result result = new Result.Skipped();
            try {
                if (finished.get(i)) {
                    result = result(waiting.get(i));
                    throwIfLast(result);
                }
            } catch (RuntimeException | Error | TimeoutException e) {
                cause.addSuppressed(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            handle(result, sink);
        }
    }

    /** What a task comes to; after a stop it is not waited for longer than {@link #GRACE}. */
    private Result result(FutureTask<Result> task) throws InterruptedException, TimeoutException {
        while (true) {
            try {
                return task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (signal.stopped()) {
                    return afterStop(task);
                }
            } catch (ExecutionException e) {
                throw unwrapped(e);
            }
        }
    }

    private Result afterStop(FutureTask<Result> task) throws InterruptedException, TimeoutException {
        if (graceEnd == NO_STOP_YET) {
            graceEnd = System.nanoTime() + GRACE.toNanos();
        }
        try {
            return task.get(Math.max(0, graceEnd - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    private static RuntimeException unwrapped(ExecutionException e) {
        if (e.getCause() instanceof Error cause) {
            throw cause;
        }
        return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
    }

    private void read(ProblemFeed feed, AnswerSink sink) {
        try {
            try {
                feed.pour(new ProblemFeed.Taker() {
                    @Override
                    public boolean enough() {
                        return signal.stopped() || abandoned;
                    }

                    @Override
                    public void take(Problem problem, String file, boolean alone) throws InterruptedException {
                        try {
                            sink.admit(problem);
                        } catch (BadInputException e) {
                            sink.drop(problem);
                            enqueue(withoutSolution(new Failure(file, 0, problem.id(), e), alone));
                            return;
                        }
                        backlog.awaitRoom();
                        solve(() -> solver.answer(problem, file, alone, sink, SolveRun.this::stopped));
                    }

                    @Override
                    public void failed(String file, BadInputException failure) throws InterruptedException {
                        if (!tally.many()) {
                            throw failure;
                        }
                        enqueue(withoutSolution(new Failure(file, 0, null, failure), false));
                    }

                    @Override
                    public void failed(String file, long line, BadInputException failure) throws InterruptedException {
                        enqueue(withoutSolution(new Failure(file, line, null, failure), false));
                    }

                    @Override
                    public void endOfFile() throws InterruptedException {
                        enqueue(Result.EndOfFile::new);
                    }
                });
            } catch (RuntimeException e) {
                // takes its turn behind the answers to what was read before
                enqueue(() -> {
                    throw e;
                });
            } catch (Error e) {
                enqueue(() -> {
                    throw e;
                });
            }
            queue.put(end);
        } catch (InterruptedException e) {
            // the run is over, so more results are of no use
            Thread.currentThread().interrupt();
        }
    }

    private static Callable<Result> withoutSolution(Failure failure, boolean alone) {
        return () -> new Result.Failed(failure, alone, List.of());
    }

    /** Queues what is known already. */
    private void enqueue(Callable<Result> known) throws InterruptedException {
        backlog.awaitRoom();
        FutureTask<Result> task = counted(known);
        task.run();
        queue.put(task);
    }

    private FutureTask<Result> counted(Callable<Result> work) {
        return new FutureTask<>(() -> {
            Result result = work.call();
            backlog.add(result.bytes());
            return result;
        });
    }

    private void solve(Callable<Result> work) throws InterruptedException {
        FutureTask<Result> task = counted(() -> {
            try {
                return work.call();
            } finally {
                unsolved.release();
            }
        });
        unsolved.acquire();
        queue.put(task);
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            // shut down meanwhile, which is as good as being interrupted
            throw (InterruptedException) new InterruptedException("the run is over").initCause(e);
        }
    }

    private boolean stopped() {
        return signal.stopped() || abandoned;
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * The bytes of the answers that wait to be written. While there are too many, no more problems are read. Threads that solve
     * never wait for room: the answer to be written next may be the one they work on. Thread-safe.
     */
    static final class Backlog {
        private final long most;
        private long bytes;

        /** @param most bytes that may wait */
        Backlog(long most) {
            this.most = most;
        }

        synchronized void add(long more) {
            bytes += more;
        }

        synchronized void remove(long written) {
            bytes -= written;
            notifyAll();
        }

        /** Returns once there is room again. */
        synchronized void awaitRoom() throws InterruptedException {
            while (bytes > most) {
                wait();
            }
        }
    }
}
