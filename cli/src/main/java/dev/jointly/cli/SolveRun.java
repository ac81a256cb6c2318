package dev.jointly.cli;

import dev.jointly.problem.Problem;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import org.jspecify.annotations.Nullable;

/**
 * Problems in, solutions out, in the order of the problems: one thread reads, a pool solves, the caller writes. What is
 * read ahead and what waits to be written are bounded, which keeps a long stream of problems from piling up. Reading
 * has a thread of its own so that a stop is obeyed, and solutions are written, while the next problem has yet to
 * arrive.
 */
final class SolveRun {
    private static final int POLL_MILLIS = 50;

    /** What a check may take after the time limit: limits are kept to within a second. */
    private static final Duration CHECK_OVERTIME = Duration.ofMillis(300);

    /** How long the current solution is awaited after a stop; less than {@link StopSignal} waits. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final long NO_STOP_YET = Long.MIN_VALUE;

    /**
     * Bytes of answers that may wait: they are written in order, so while a hard problem is awaited others are solved, some
     * ten thousand of them.
     */
    private static final long WAITING = 32L << 20;

    private final SolveFunction solving;
    private final Settings settings;
    private final StopSignal signal;
    private final Console console;
    private final boolean log;
    private final boolean selfCheck;
    private final ExecutorService pool;
    private final BlockingQueue<FutureTask<Optional<SolvedProblem>>> queue;
    /** Permits for problems that are read but not solved yet. */
    private final Semaphore unsolved;

    private final Backlog backlog = new Backlog(WAITING);

    private final FutureTask<Optional<SolvedProblem>> end = new FutureTask<>(Optional::empty);
    private final Duration grace;
    private volatile boolean abandoned;
    private boolean answered = true;
    private boolean proven = true;
    private long graceEnd = NO_STOP_YET;

    /** @param selfCheck whether solutions are checked against their certificates before they are published */
    SolveRun(
            SolveFunction solving,
            Settings settings,
            StopSignal signal,
            Console console,
            boolean log,
            boolean selfCheck) {
        this(solving, settings, signal, console, log, selfCheck, GRACE);
    }

    SolveRun(
            SolveFunction solving,
            Settings settings,
            StopSignal signal,
            Console console,
            boolean log,
            boolean selfCheck,
            Duration grace) {
        this.grace = grace;
        this.solving = solving;
        this.settings = settings;
        this.signal = signal;
        this.console = console;
        this.log = log;
        this.selfCheck = selfCheck;
        this.pool = Executors.newFixedThreadPool(settings.threads(), task -> daemon(task, "solve"));
        this.queue = new LinkedBlockingQueue<>();
        this.unsolved = new Semaphore(2 * settings.threads());
    }

    /**
     * How a run went.
     *
     * @param answered whether every problem has poses
     * @param proven whether all of them are proven optimal
     */
    record Outcome(boolean answered, boolean proven) {}

    /** Solves every problem. However the run ends, the sink has all solutions that were finished by then. */
    Outcome run(ProblemFeed feed, AnswerSink sink, Consumer<Solution> told) throws IOException {
        Thread reader = daemon(() -> read(feed, sink), "read");
        reader.start();
        try {
            while (true) {
                FutureTask<Optional<SolvedProblem>> next = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (next == end || (next == null && signal.stopped())) {
                    return new Outcome(answered, answered && proven && !signal.stopped());
                }
                if (next == null) {
                    continue;
                }
                Optional<SolvedProblem> answer;
                try {
                    answer = result(next);
                } catch (RuntimeException | Error e) {
                    writeFinished(told, e);
                    throw e;
                }
                if (answer.isPresent()) {
                    write(answer.get(), told);
                }
            }
        } catch (TimeoutException e) {
            console.say("jointly: stopped before the current problem had a solution");
            writeFinished(told, e);
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

    private void write(SolvedProblem problem, Consumer<Solution> told) throws IOException {
        problem.log().forEach(console::say);
        answered &= problem.solved().isPresent();
        if (problem.solved().isPresent()) {
            SolvedProblem.Solved solved = problem.solved().get();
            solved.answer().write();
            told.accept(solved.solution());
            proven &= solved.solution().status() == Solution.Status.OPTIMAL;
        }
        backlog.remove(problem.bytes());
    }

    /** Writes what others had finished behind the one that ended the run; what else goes wrong is told beside that. */
    private void writeFinished(Consumer<Solution> told, Throwable cause) throws IOException {
        List<FutureTask<Optional<SolvedProblem>>> waiting = new ArrayList<>();
        queue.drainTo(waiting);
        // before any of them hears that the run is over, which would pass for an answer
        List<FutureTask<Optional<SolvedProblem>>> finished =
                waiting.stream().filter(FutureTask::isDone).toList();
        abandoned = true;
        for (FutureTask<Optional<SolvedProblem>> task : finished) {
            Optional<SolvedProblem> answer = Optional.empty();
            try {
                answer = result(task);
            } catch (RuntimeException | Error | TimeoutException e) {
                cause.addSuppressed(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            if (answer.isPresent()) {
                write(answer.get(), told);
            }
        }
    }

    /** What a task comes to; after a stop it is not waited for longer than {@link #grace}. */
    private Optional<SolvedProblem> result(FutureTask<Optional<SolvedProblem>> task)
            throws InterruptedException, TimeoutException {
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

    private Optional<SolvedProblem> afterStop(FutureTask<Optional<SolvedProblem>> task)
            throws InterruptedException, TimeoutException {
        if (graceEnd == NO_STOP_YET) {
            graceEnd = System.nanoTime() + grace.toNanos();
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
                    public void take(Problem problem, boolean alone) throws InterruptedException {
                        sink.admit(problem);
                        backlog.awaitRoom();
                        enqueue(() -> answer(problem, alone, sink));
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
            // the run is over and nobody waits for more
            Thread.currentThread().interrupt();
        }
    }

    private void enqueue(Callable<Optional<SolvedProblem>> work) throws InterruptedException {
        FutureTask<Optional<SolvedProblem>> task = new FutureTask<>(() -> {
            try {
                Optional<SolvedProblem> solved = work.call();
                solved.ifPresent(problem -> backlog.add(problem.bytes()));
                return solved;
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

    /** Empty where the run was stopped before this problem's turn. */
    private Optional<SolvedProblem> answer(Problem problem, boolean alone, AnswerSink sink) throws IOException {
        if (stopped()) {
            return Optional.empty();
        }
        // one problem gets all threads; of many each gets one
        Settings own = alone ? settings : settings.withThreads(1);
        // the lines of problems solved side by side must not mix
        boolean live = alone || settings.threads() == 1;
        List<String> later = new ArrayList<>();
        @Nullable Consumer<String> lines = !log ? null : live ? console::say : later::add;
        try {
            Consumer<SolveEvent> listener = lines == null ? event -> {} : new SolveLog(lines);
            Solution solution = selfCheck
                    ? checked(problem, own, listener, later)
                    : solving.solve(problem, own, listener, this::stopped);
            AnswerSink.Answer answer = sink.prepare(problem, solution, alone);
            return Optional.of(new SolvedProblem(Optional.of(new SolvedProblem.Solved(solution, answer)), later));
        } catch (PinsException e) {
            later.add("jointly: " + e.getMessage());
            return Optional.of(new SolvedProblem(Optional.empty(), later));
        }
    }

    private boolean stopped() {
        return signal.stopped() || abandoned;
    }

    private Solution checked(Problem problem, Settings own, Consumer<SolveEvent> listener, List<String> later) {
        long start = System.nanoTime();
        Duration forSolving = SelfCheck.solvingTime(own.timeLimit());
        Solution solution = solving.solve(problem, own.withTimeLimit(forSolving), listener, this::stopped);
        Duration left = own.timeLimit().minusNanos(System.nanoTime() - start);
        boolean hurry = stopped() || left.isNegative();
        SelfCheck.Checked checked = SelfCheck.of(problem, solution, hurry ? CHECK_OVERTIME : left.plus(CHECK_OVERTIME));
        checked.warning().ifPresent(warning -> later.add("jointly: " + warning));
        return checked.solution();
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
