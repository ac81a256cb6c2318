package dev.jointly.bench.paper;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Samples a thousand times a second in which package a thread is. The solver does not report its pricing time, so it is
 * estimated from outside; only shares of many samples are reliable.
 */
final class PackageSampler implements AutoCloseable {
    /** Where time may go. */
    enum Activity {
        /** Both pricing problems, and the bundle method, which is pricing repeatedly. */
        PRICING,
        /** Masters, trees, reductions, rounding, bookkeeping. */
        REST,
        /** Within the engine, which {@link LpStopwatch} measures. */
        ENGINE
    }

    private static final String ROOT = "dev.jointly.";

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "package-sampler");
        thread.setDaemon(true);
        return thread;
    });
    private double pricing;
    private double rest;
    private @Nullable Thread watched;

    @SuppressWarnings("FutureReturnValueIgnored") // ends with its executor
    PackageSampler() {
        clock.scheduleWithFixedDelay(this::sample, 1, 1, TimeUnit.MILLISECONDS);
    }

    /** Starts to sample the calling thread. */
    synchronized void watch() {
        pricing = 0;
        rest = 0;
        watched = Thread.currentThread();
    }

    /** Stops, and returns the share of pricing among the samples outside the engine; NaN without any. */
    synchronized double pricingShare() {
        watched = null;
        return pricing / (pricing + rest);
    }

    private synchronized void sample() {
        Thread thread = watched;
        if (thread != null) {
            Activity activity = activity(thread.getStackTrace());
            pricing += activity == Activity.PRICING ? 1 : 0;
            rest += activity == Activity.REST ? 1 : 0;
        }
    }

    /** The activity of the innermost frame of ours. */
    static Activity activity(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            if (name.startsWith(ROOT + "lp.")) {
                return Activity.ENGINE;
            }
            if (name.startsWith(ROOT)) {
                return name.startsWith(ROOT + "solve.price.") ? Activity.PRICING : Activity.REST;
            }
        }
        return Activity.REST;
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
