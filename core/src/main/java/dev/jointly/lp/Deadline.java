package dev.jointly.lp;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * When to stop: at a point in time, or on request. Passed to every engine call. Thread-safe if the supplier passed in is.
 */
public final class Deadline {
    private final long end;
    private final BooleanSupplier stopped;

    private Deadline(long end, BooleanSupplier stopped) {
        this.end = end;
        this.stopped = stopped;
    }

    /** From now on for this long, or until {@code stopped} answers true; it may be asked from any thread. */
    public static Deadline after(Duration limit, BooleanSupplier stopped) {
        long nanos;
        try {
            nanos = limit.toNanos();
        } catch (ArithmeticException e) {
            nanos = Long.MAX_VALUE / 4;
        }
        return new Deadline(System.nanoTime() + Math.min(nanos, Long.MAX_VALUE / 4), stopped);
    }

    /** From now on for this long. */
    public static Deadline after(Duration limit) {
        return after(limit, () -> false);
    }

    /** Seconds left; zero once stopped or past. */
    public double remainingSeconds() {
        return stopped.getAsBoolean() ? 0 : Math.max(0, (end - System.nanoTime()) * 1e-9);
    }

    public boolean passed() {
        return remainingSeconds() <= 0;
    }
}
