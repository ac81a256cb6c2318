package dev.jointly.cli.solve;

import dev.jointly.cli.report.FileTally;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.report.RunReport;
import dev.jointly.cli.solve.AnswerSink.Answer;
import dev.jointly.cli.solve.AnswerSink.Failure;
import dev.jointly.io.BadInputException;
import dev.jointly.margin.Margin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
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
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Problems in, solutions out, in the order of the problems: one thread reads, a pool solves, the caller writes. What is
 * read ahead and what waits to be written are bounded, which keeps a long stream of problems from piling up. Reading
 * has a thread of its own so that a stop is obeyed, and solutions are written, while the next problem has yet to
 * arrive.
 */
final class SolveRun implements ProblemFeed.Taker {
    private static final int POLL_MILLIS = 50;

    /** How long the reader has after a stop to hand over what it has read; it may be waiting for input. */
    private static final int READER_MILLIS = 500;

    /** How long the current solution is awaited after a stop; less than {@link dev.jointly.cli.StopSignal} waits. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final long NO_STOP_YET = Long.MIN_VALUE;

    /**
     * Bytes of answers that may wait: they are written in order, so while a hard problem is awaited others are solved, some
     * ten thousand of them.
     */
    private static final long WAITING = 32L << 20;

    private final SolveJob job;
    private final ProblemFeed feed;
    private final AnswerSink sink;
    private final RunReport report;
    private final FileTally tally;
    private final ExecutorService pool;
    private final BlockingQueue<FutureTask<Result>> queue;
    /** Permits for problems that are read but not solved yet. */
    private final Semaphore unsolved;

    private final Backlog backlog = new Backlog(WAITING);

    private final FutureTask<Result> end = new FutureTask<>(() -> new Result(() -> {}));
    private volatile boolean abandoned;
    private boolean answered = true;
    private boolean proven = true;
    private long graceEnd = NO_STOP_YET;

    /** Whether a problem got no answer because the run was stopped. */
    private boolean skipped;

    /**
     * @param sink where solutions go
     * @param tally counts the files that the problems come from
     */
    SolveRun(SolveJob job, ProblemFeed feed, AnswerSink sink, RunReport report, FileTally tally) {
        this.job = job;
        this.feed = feed;
        this.sink = sink;
        this.report = report;
        this.tally = tally;
        int threads = job.settings().threads();
        this.pool = Executors.newFixedThreadPool(threads, task -> daemon(task, "solve"));
        this.queue = new LinkedBlockingQueue<>();
        this.unsolved = new Semaphore(2 * threads);
    }

    /**
     * What became of a problem, or of the file it came from.
     *
     * @param bytes what it takes to keep it until its turn
     * @param last ends the run, which had no other problem; null if it goes on
     * @param handling what is done when it is its turn
     */
    private record Result(long bytes, @Nullable RuntimeException last, Runnable handling) {
        Result(Runnable handling) {
            this(200, null, handling);
        }
    }

    /**
     * Solves every problem. However the run ends, the sink has the solutions that were finished by then; after a stop, those before the
     * first problem without one.
     */
    SolveJob.Outcome run() {
        Thread reader = daemon(this::read, "read");
        reader.start();
        try {
            while (true) {
                FutureTask<Result> next = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (next == null && job.signal().stopped()) {
                    next = queue.poll(READER_MILLIS, TimeUnit.MILLISECONDS);
                }
                if (next == end || (next == null && job.signal().stopped())) {
                    return new SolveJob.Outcome(
                            answered, answered && proven && !job.signal().stopped());
                }
                if (next == null) {
                    continue;
                }
                Result result;
                try {
                    result = result(next);
                    throwIfLast(result);
                } catch (RuntimeException | Error e) {
                    writeFinished(e);
                    throw e;
                }
                handle(result);
            }
        } catch (TimeoutException e) {
            report.line("jointly: stopped before the current problem had a solution");
            skip();
            writeFinished(e);
            return new SolveJob.Outcome(false, false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SolveJob.Outcome(false, false);
        } finally {
            abandoned = true;
            reader.interrupt();
            pool.shutdownNow();
        }
    }

    private static void throwIfLast(Result result) {
        if (result.last() != null) {
            throw result.last();
        }
    }

    private void handle(Result result) {
        result.handling().run();
        backlog.remove(result.bytes());
    }

    /**
     * A solution, when it is its turn.
     *
     * @param weak how many of its people are weak
     * @param log lines of the solver that have not been shown yet
     */
    private void write(Solution solution, int weak, Answer answer, List<String> log) {
        if (skipped && job.signal().stopped()) {
            // a later run goes on after the last answer, so there must be no gap before it
            tally.skip();
            return;
        }
        log.forEach(report::line);
        answer.write().run();
        report.solved(solution, weak, answer.wrote());
        proven &= solution.status() == Solution.Status.OPTIMAL;
    }

    /**
     * A problem that cannot be read, solved or written, or a file that cannot be read on. Of many problems a failed one is one
     * line, a single one ends the run.
     *
     * @param alone whether it is the only one of the run
     * @param log lines of the solver that have not been shown yet
     */
    private Result failed(Failure failure, boolean alone, List<String> log) {
        boolean last = !failure.pins() && (alone || !(tally.many() || feed.independent()));
        return new Result(200, last ? failure.cause() : null, () -> {
            log.forEach(report::line);
            answered = false;
            tally.failPart(failure.file(), failure.cause());
            if (!alone) {
                sink.fail(failure);
            }
        });
    }

    /** The run was stopped before this problem's turn. */
    private void skip() {
        skipped = true;
        tally.skip();
    }

    /** Writes what others had finished behind the one that ended the run; further failures are reported beside it. */
    private void writeFinished(Throwable cause) {
        List<FutureTask<Result>> waiting = new ArrayList<>();
        queue.drainTo(waiting);
        // before any of them hears that the run is over, which would pass for an answer
        List<Boolean> finished = waiting.stream().map(FutureTask::isDone).toList();
        abandoned = true;
        for (int i = 0; i < waiting.size(); i++) {
            Result result = new Result(this::skip);
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
            handle(result);
        }
    }

    /** What a task comes to; after a stop it is not waited for longer than {@link #GRACE}. */
    private Result result(FutureTask<Result> task) throws InterruptedException, TimeoutException {
        while (true) {
            try {
                return task.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (graceEnd == NO_STOP_YET && job.signal().stopped()) {
                    graceEnd = System.nanoTime() + GRACE.toNanos();
                }
                if (graceEnd != NO_STOP_YET && System.nanoTime() - graceEnd >= 0) {
                    throw e;
                }
            } catch (ExecutionException e) {
                throw unwrapped(e);
            }
        }
    }

    private static RuntimeException unwrapped(ExecutionException e) {
        if (e.getCause() instanceof Error cause) {
            throw cause;
        }
        return e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
    }

    private void read() {
        try {
            try {
                feed.pour(this);
            } catch (RuntimeException | Error e) {
                // takes its turn behind the answers to what was read before
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

    @Override
    public boolean enough() {
        return job.signal().stopped() || abandoned;
    }

    @Override
    public void take(Problem problem, String file, boolean alone, UnaryOperator<SolvedProblem> changed)
            throws InterruptedException {
        try {
            sink.admit(problem);
        } catch (BadInputException e) {
            enqueue(() -> failed(new Failure(file, 0, problem.id(), e), alone, List.of()));
            return;
        }
        backlog.awaitRoom();
        solve(() -> answer(problem, file, alone, changed));
    }

    @Override
    public void failed(String file, long line, BadInputException failure) throws InterruptedException {
        boolean alone = line == 0 && !tally.many();
        enqueue(() -> failed(new Failure(file, line, null, failure), alone, List.of()));
    }

    @Override
    public void endOfFile() throws InterruptedException {
        enqueue(() -> new Result(() -> {
            tally.endOfFile();
            report.fileDone();
        }));
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

    /** Solves a problem, checks the solution and makes it ready to be written. */
    private Result answer(Problem problem, String file, boolean alone, UnaryOperator<SolvedProblem> changed) {
        if (enough()) {
            return new Result(this::skip);
        }
        // one problem gets all threads; of many each gets one
        Settings own = alone ? job.settings() : job.settings().withThreads(1);
        // the lines of problems solved side by side must not mix
        boolean live = alone || job.settings().threads() == 1;
        List<String> later = new ArrayList<>();
        Consumer<String> warnings = warning -> later.add("jointly: " + warning);
        long start = System.nanoTime();
        try {
            Solution solution = solution(problem, own, report.listener(live ? report::line : later::add), warnings);
            Duration left = own.timeLimit().minusNanos(System.nanoTime() - start);
            Settings rest = own.withTimeLimit(left.isNegative() ? Duration.ZERO : left);
            List<Margin> margins = job.marginFinder().margins(problem, solution, rest, this::enough, warnings);
            SolvedProblem solved = changed.apply(new SolvedProblem(problem, solution, margins));
            int weak = PlainWords.weak(problem, solution.poses());
            Answer answer = sink.prepare(solved, alone);
            return new Result(answer.bytes(), null, () -> write(solution, weak, answer, later));
        } catch (PinsException | BadInputException | ProblemTooLargeException e) {
            return failed(new Failure(file, 0, problem.id(), e), alone, later);
        }
    }

    private Solution solution(Problem problem, Settings own, Consumer<SolveEvent> listener, Consumer<String> warnings) {
        if (!job.selfCheck()) {
            return job.solving().solve(problem, own, listener, this::enough);
        }
        SelfCheck.Checked checked = SelfCheck.solve(
                problem, own, within -> job.solving().solve(problem, within, listener, this::enough), this::enough);
        checked.warning().ifPresent(warnings);
        return checked.solution();
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
