package dev.jointly.bench.paper;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks a thousand times a second in which room of the house a thread is. The solver does not tell how long it prices, and
 * this is how it is found out from outside; shares of many samples are to be trusted, those of few are not.
 */
final class PackageSampler implements AutoCloseable {
    /** Where time may go, apart from what {@link LpStopwatch} measures. */
    enum Room {
        /** Either pricing, and the climbing of the bound, which is pricing over and over. */
        PRICING,
        REDUCING,
        /** Masters, trees, rounding, bookkeeping. */
        REST,
        /** Within the engine. */
        ENGINE
    }

    private static final String HOUSE = "dev.jointly.";

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "room-sampler");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<Room, Integer> samples = new EnumMap<>(Room.class);
    private final ScheduledFuture<?> looking;
    private @Nullable Thread watched;

    PackageSampler() {
        looking = clock.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.MILLISECONDS);
    }

    /** Begins to watch the calling thread, with no samples. */
    synchronized void watch() {
        samples.clear();
        watched = Thread.currentThread();
    }

    /** Ends it; the share of a room among the samples outside of the engine, NaN without any. */
    synchronized Map<Room, Double> shares() {
        watched = null;
        int outside = samples.entrySet().stream()
                .filter(entry -> entry.getKey() != Room.ENGINE)
                .mapToInt(Map.Entry::getValue)
                .sum();
        Map<Room, Double> shares = new EnumMap<>(Room.class);
        for (Room room : Room.values()) {
            shares.put(room, outside == 0 ? Double.NaN : samples.getOrDefault(room, 0) / (double) outside);
        }
        return shares;
    }

    private synchronized void look() {
        Thread thread = watched;
        if (thread != null) {
            samples.merge(room(thread.getStackTrace()), 1, Integer::sum);
        }
    }

    /** That of the innermost frame of ours. */
    static Room room(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String name = frame.getClassName();
            if (name.startsWith(HOUSE + "lp.")) {
                return Room.ENGINE;
            }
            if (name.startsWith(HOUSE + "solve.price.")) {
                return Room.PRICING;
            }
            if (name.startsWith(HOUSE + "solve.reduce.")) {
                return Room.REDUCING;
            }
            if (name.startsWith(HOUSE)) {
                return Room.REST;
            }
        }
        return Room.REST;
    }

    @Override
    public void close() {
        looking.cancel(false);
        clock.shutdownNow();
    }
}
