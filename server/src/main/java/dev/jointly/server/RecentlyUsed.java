package dev.jointly.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What is remembered between requests, by key: none that was idle for too long, and where there are too many values, or they take
 * up too much room, those that were used longest ago go first. The last one stays, however large. Thread-safe.
 *
 * @param <K> what clients call the same value
 * @param <V> what is remembered of it
 */
public final class RecentlyUsed<K, V> {
    private record Kept<V>(V value, long bytes, Instant used) {}

    private final int max;
    private final long maxBytes;
    private final Duration idle;
    private final InstantSource clock;
    private final Consumer<V> forgotten;
    private final Map<K, Kept<V>> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * Remembers nothing yet.
     *
     * @param max values at a time
     * @param idle after which a value is forgotten
     */
    public RecentlyUsed(int max, Duration idle, InstantSource clock) {
        this(max, Long.MAX_VALUE, idle, clock, value -> {});
    }

    /**
     * The same for values that take up room.
     *
     * @param maxBytes of all values together
     * @param forgotten receives values that had to go
     */
    RecentlyUsed(int max, long maxBytes, Duration idle, InstantSource clock, Consumer<V> forgotten) {
        this.max = max;
        this.maxBytes = maxBytes;
        this.idle = idle;
        this.clock = clock;
        this.forgotten = forgotten;
    }

    /** The value of a key, new or remembered. */
    public synchronized V get(K key, Supplier<V> fresh) {
        return find(key).orElseGet(() -> {
            V value = fresh.get();
            put(key, value, 0);
            return value;
        });
    }

    /** The value of a key, if one is remembered. */
    synchronized Optional<V> find(K key) {
        expire();
        Kept<V> known =
                kept.computeIfPresent(key, (same, old) -> new Kept<>(old.value(), old.bytes(), clock.instant()));
        return Optional.ofNullable(known).map(Kept::value);
    }

    synchronized void put(K key, V value, long size) {
        remove(key);
        kept.put(key, new Kept<>(value, size, clock.instant()));
        bytes += size;
        expire();
    }

    /** Notes how much room a value takes now, if it is still remembered. */
    synchronized void resize(K key, long size) {
        Kept<V> known = kept.get(key);
        if (known != null) {
            put(key, known.value(), size);
        }
    }

    synchronized void remove(K key) {
        Kept<V> gone = kept.remove(key);
        if (gone != null) {
            bytes -= gone.bytes();
        }
    }

    synchronized List<V> values() {
        return kept.values().stream().map(Kept::value).toList();
    }

    /** How many are remembered now. */
    synchronized int size() {
        expire();
        return kept.size();
    }

    /** Eldest first, so this ends at the first that is still in use. */
    private void expire() {
        Instant old = clock.instant().minus(idle);
        Iterator<Kept<V>> eldest = kept.values().iterator();
        while (eldest.hasNext()) {
            Kept<V> next = eldest.next();
            boolean fits = kept.size() == 1 || (kept.size() <= max && bytes <= maxBytes);
            if (next.used().isAfter(old) && fits) {
                return;
            }
            bytes -= next.bytes();
            eldest.remove();
            forgotten.accept(next.value());
        }
    }
}
