package dev.jointly.server.tool;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is remembered between requests, by key: a bounded number of values, those that were used longest ago first to go, and
 * none that was idle for too long. Thread-safe.
 *
 * @param <K> what a tool calls the same image
 * @param <V> what is remembered of it
 */
public final class RecentlyUsed<K, V> {
    private record Kept<V>(V value, Instant used) {}

    private final int most;
    private final Duration idle;
    private final InstantSource clock;
    private final Map<K, Kept<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Remembers nothing yet.
     *
     * @param most values at a time
     * @param idle after which a value is forgotten
     */
    public RecentlyUsed(int most, Duration idle, InstantSource clock) {
        this.most = most;
        this.idle = idle;
        this.clock = clock;
    }

    /** Makes a value where none is remembered. */
    @FunctionalInterface
    public interface Fresh<V> {
        V make();
    }

    /** The value of a key, new or remembered. */
    public synchronized V get(K key, Fresh<V> fresh) {
        Instant now = clock.instant();
        forgetIdle(now);
        Kept<V> known = kept.get(key);
        V value = known == null ? fresh.make() : known.value();
        kept.put(key, new Kept<>(value, now));
        if (kept.size() > most) {
            Iterator<K> eldest = kept.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
        return value;
    }

    /** How many are remembered now. */
    public synchronized int size() {
        forgetIdle(clock.instant());
        return kept.size();
    }

    /** Eldest first, so this ends at the first that is still in use. */
    private void forgetIdle(Instant now) {
        Iterator<Kept<V>> eldest = kept.values().iterator();
        while (eldest.hasNext() && eldest.next().used().plus(idle).isBefore(now)) {
            eldest.remove();
        }
    }
}
