package dev.jointly.lp.highs;

import dev.jointly.lp.Deadline;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A call on its own thread, which is abandoned if it does not return in time. Branch and bound asks whether to stop
 * only between its steps, and one step may be a root relaxation of minutes. An abandoned call ends at its time limit,
 * or when it next checks for a stop.
 */
final class AbandonableCall {
    /** Seconds after the deadline in which a call that noticed it can still return its best point. */
    private static final double GRACE = 0.75;

    private static final long LOOK_MILLIS = 20;

    private AbandonableCall() {}

    /** The result, or nothing if the deadline and its grace period passed without one. */
    static <T> Optional<T> call(Supplier<T> work, Deadline deadline) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = new Thread(task, "jointly-highs");
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        long passed = 0;
        try {
            while (passed == 0 || System.nanoTime() - passed < GRACE * 1e9) {
                if (passed == 0 && deadline.passed()) {
                    passed = System.nanoTime();
                }
                try {
                    return Optional.of(task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS));
                } catch (TimeoutException e) {
                    // look at the deadline again
                } catch (InterruptedException e) {
                    interrupted = true; // a stop is requested by the deadline, not by interrupts
                }
            }
            return Optional.empty();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
