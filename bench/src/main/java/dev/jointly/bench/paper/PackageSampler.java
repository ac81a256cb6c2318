package dev.jointly.bench.paper;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Samples a thousand times a second in which package a thread is. The solver does not report its pricing time, so it is
 * estimated from outside; only shares of many samples are reliable.
 */
final class PackageSampler implements AutoCloseable {
    /** Where time may go, apart from what {@link LpStopwatch} measures. */
    enum Activity {
        /** Both pricing problems, and subgradient ascent, which is pricing repeatedly. */
        PRICING,
        REDUCING,
        /** Masters, trees, rounding, bookkeeping. */
        REST,
        /** Within the engine. */
        ENGINE
    }

    private static final String ROOT = "dev.jointly.";

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "package-sampler");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<Activity, Integer> samples = new EnumMap<>(Activity.class);
    private final ScheduledFuture<?> sampling;
    private @Nullable Thread watched;

    PackageSampler() {
        sampling = clock.scheduleWithFixedDelay(this::sample, 1, 1, TimeUnit.MILLISECONDS);
    }

    /** Starts to sample the calling thread. */
    synchronized void watch() {
        samples.clear();
        watched = Thread.currentThread();
    }

    /** Stops, and returns the share of each activity among the samples outside the engine; NaN without any. */
    synchronized Map<Activity, Double> shares() {
        watched = null;
        int outside = samples.entrySet().stream()
                .filter(entry -> entry.getKey() != Activity.ENGINE)
                .mapToInt(Map.Entry::getValue)
                .sum();
        Map<Activity, Double> shares = new EnumMap<>(Activity.class);
        for (Activity activity : Activity.values()) {
            shares.put(activity, outside == 0 ? Double.NaN : samples.getOrDefault(activity, 0) / (double) outside);
        }
        return shares;
    }

    private synchronized void sample() {
        Thread thread = watched;
        if (thread != null) {
            samples.merge(activity(thread.getStackTrace()), 1, Integer::sum);
        }
    }

    /** The activity of the innermost frame of ours. */
    static Activity activity(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            if (name.startsWith(ROOT + "lp.")) {
                return Activity.ENGINE;
            }
            if (name.startsWith(ROOT + "solve.price.")) {
                return Activity.PRICING;
            }
            if (name.startsWith(ROOT + "solve.reduce.")) {
                return Activity.REDUCING;
            }
            if (name.startsWith(ROOT)) {
                return Activity.REST;
            }
        }
        return Activity.REST;
    }

    @Override
    public void close() {
        sampling.cancel(false);
        clock.shutdownNow();
    }
}
