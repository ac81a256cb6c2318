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
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Problems in, answers out, in the order of the problems: one thread reads, a pool solves, the caller writes. What is
 * read ahead and what waits to be written are bounded, which keeps a long stream of problems from piling up. Reading
 * has a thread of its own so that a stop is obeyed, and answers are written, while the next problem has yet to arrive.
 */
final class SolveRun {
    private static final int POLL_MILLIS = 50;

    /** What a check may take beyond the time limit: limits are kept to within a second. */
    private static final Duration CHECK_OVERTIME = Duration.ofMillis(300);

    /** Answers that may wait a thread: they leave in order, so while a hard problem is awaited others are solved. */
    private static final int WAITING = 128;

    private final Solving solving;
    private final Settings settings;
    private final StopSignal signal;
    private final Console console;
    private final boolean log;
    private final boolean selfCheck;
    private final ExecutorService pool;
    private final BlockingQueue<FutureTask<Optional<Answer>>> queue;
    /** Room for problems that are read but not solved yet. */
    private final Semaphore unsolved;

    private final FutureTask<Optional<Answer>> end = new FutureTask<>(Optional::empty);
    private volatile boolean abandoned;

    /** @param selfCheck whether answers are held to the proofs they carry before they are published */
    SolveRun(
            Solving solving, Settings settings, StopSignal signal, Console console, boolean log, boolean selfCheck) {
        this.solving = solving;
        this.settings = settings;
        this.signal = signal;
        this.console = console;
        this.log = log;
        this.selfCheck = selfCheck;
        this.pool = Executors.newFixedThreadPool(settings.threads(), task -> daemon(task, "solve"));
        this.queue = new ArrayBlockingQueue<>(WAITING * settings.threads());
        this.unsolved = new Semaphore(2 * settings.threads());
    }

    /**
     * How a run went.
     *
     * @param answered whether every problem has poses
     * @param proven whether all of them are proven optimal
     */
    record Outcome(boolean answered, boolean proven) {}

    /** Solves every problem there is. */
    Outcome run(ProblemFeed feed, AnswerSink sink, Consumer<Solution> told) throws IOException {
        Thread reader = daemon(() -> read(feed, sink), "read");
        reader.start();
        boolean proven = true;
        boolean answered = true;
        try {
            while (true) {
                FutureTask<Optional<Answer>> next = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (next == end || (next == null && signal.stopped())) {
                    return new Outcome(answered, answered && proven && !signal.stopped());
                }
                Optional<Answer> answer = next == null ? Optional.empty() : result(next);
                if (answer.isPresent()) {
                    answer.get().log().forEach(console::say);
                    Optional<Solution> solution = answer.get().solution();
                    answered &= solution.isPresent();
                    if (solution.isPresent()) {
                        sink.write(
                                answer.get().problem(),
                                solution.get(),
                                answer.get().alone());
                        told.accept(solution.get());
                        proven &= solution.get().status() == Solution.Status.OPTIMAL;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome(false, false);
        } finally {
            abandoned = true;
            reader.interrupt();
            pool.shutdownNow();
        }
    }

    private static Optional<Answer> result(FutureTask<Optional<Answer>> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
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
                        enqueue(() -> answer(problem, alone));
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

    private void enqueue(Supplier<Optional<Answer>> work) throws InterruptedException {
        FutureTask<Optional<Answer>> task = new FutureTask<>(() -> {
            try {
                return work.get();
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
    private Optional<Answer> answer(Problem problem, boolean alone) {
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
            return Optional.of(new Answer(problem, Optional.of(solution), alone, later));
        } catch (PinsException e) {
            later.add("jointly: " + e.getMessage());
            return Optional.of(new Answer(problem, Optional.empty(), alone, later));
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
        SelfCheck.Checked checked =
                SelfCheck.of(problem, solution, hurry ? CHECK_OVERTIME : left.plus(CHECK_OVERTIME));
        checked.warning().ifPresent(warning -> later.add("jointly: " + warning));
        return checked.solution();
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
