package dev.jointly.oracle;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The cases a random test tries: few while somebody waits, all of them every night ({@code -Dlane=full}), a twentieth of the few
 * where tests run once for each mutant ({@code .ci/mutation}). When a test fails, {@link NamedSeed} says at which seed, and {@code -Djointly.seed=N} tries that one alone.
 */
public final class Trials {
    /** Set by the build; a test started from elsewhere is in the fast lane. */
    private static final String LANE = System.getProperty("jointly.lane", "fast");

    private static final @Nullable Long ONLY = Long.getLong("jointly.seed");

    private static volatile @Nullable Long current;

    private Trials() {}

    /** How many of something to try. */
    public static int count(int fast, int full) {
        if (fast < 1 || fast > full) {
            throw new IllegalArgumentException("the fast lane's " + fast + " must be from 1 to the full " + full);
        }
        return switch (LANE) {
            case "full" -> full;
            case "mutation" -> Math.max(1, fast / 20);
            default -> fast;
        };
    }

    /** What a test must have met more often than, to have tried enough: nothing is asked of the few cases for a mutant. */
    public static int enough(int fast, int full) {
        return LANE.equals("mutation") ? -1 : count(fast, full);
    }

    /** Whether everything is to be tried. */
    public static boolean all() {
        return LANE.equals("full");
    }

    /** So many seeds, one after the other; the fast lane's come first, so that a seed means the same in all. */
    public static Iterable<Long> seeds(long first, int fast, int full) {
        return seeds(first, count(fast, full));
    }

    /** As many seeds in every lane. */
    public static Iterable<Long> seeds(long first, int count) {
        long last = first + count - 1;
        return ONLY == null ? () -> new Seeds(first, last) : () -> new Seeds(ONLY, ONLY);
    }

    /** The seed that is being tried, if any is. */
    static @Nullable Long current() {
        return current;
    }

    static void forget() {
        current = null;
    }

    private static final class Seeds implements Iterator<Long> {
        private final long last;
        private long next;

        Seeds(long first, long last) {
            this.next = first;
            this.last = last;
        }

        @Override
        public boolean hasNext() {
            if (next > last) {
                forget();
            }
            return next <= last;
        }

        @Override
        public Long next() {
            if (next > last) {
                throw new NoSuchElementException("all seeds to " + last + " were tried");
            }
            long seed = next++;
            current = seed;
            return seed;
        }
    }
}
