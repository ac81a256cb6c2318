package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A solver that holds every problem that has time until the gate opens or it is told to stop; then the real one solves it. */
final class Gate implements SolveService.Solving {
    /** One permit for each solve that has begun. */
    final Semaphore begun = new Semaphore(0);

    /** One permit for each solve that was told to stop. */
    final Semaphore stopped = new Semaphore(0);

    private final CountDownLatch open = new CountDownLatch(1);

    void open() {
        open.countDown();
    }

    @Override
    public Solution solve(Problem problem, Settings settings, Consumer<SolveEvent> listener, BooleanSupplier stopping) {
        begun.release();
        Settings left = settings;
        try {
            while (!settings.timeLimit().isZero() && !open.await(10, TimeUnit.MILLISECONDS)) {
                if (stopping.getAsBoolean()) {
                    stopped.release();
                    left = settings.withTimeLimit(Duration.ZERO);
                    break;
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return RunningServer.solver().solve(problem, left, listener, stopping);
    }
}
