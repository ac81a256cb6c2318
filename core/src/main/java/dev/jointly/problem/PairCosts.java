package dev.jointly.problem;

import java.util.Arrays;

/**
 * phi: the cost of two detections in one pose, per unordered pair, in compressed rows. {@link #absentForbidden()} says what
 * pairs cost that are not listed.
 */
public final class PairCosts {
    /** The cost of a forbidden pair. */
    public static final long FORBIDDEN = Long.MAX_VALUE;

    private final int[] start;
    private final int[] partner;
    private final long[] cost;
    private final boolean absentForbidden;

    private PairCosts(int[] start, int[] partner, long[] cost, boolean absentForbidden) {
        this.start = start;
        this.partner = partner;
        this.cost = cost;
        this.absentForbidden = absentForbidden;
    }

    /** Collects pairs; {@link #build} sorts them. Not thread-safe. */
    public static final class Builder {
        private int[] ends = new int[32];
        private long[] costs = new long[16];
        private int size;

        /** Creates an empty builder. */
        public Builder() {}

        /** One unordered pair and its cost in micro-units. */
        public Builder add(int a, int b, long micro) {
            if (a == b || a < 0 || b < 0) {
                throw new IllegalArgumentException("pair [" + a + ", " + b + "] must name two different detections");
            }
            if (size == costs.length) {
                costs = Arrays.copyOf(costs, 2 * size);
                ends = Arrays.copyOf(ends, 4 * size);
            }
            ends[2 * size] = a;
            ends[2 * size + 1] = b;
            costs[size++] = micro;
            return this;
        }

        /** Number of pairs so far. */
        public int size() {
            return size;
        }

        /** One end of a pair, in the order in which they were added; likewise {@code b} and {@code micro}. */
        public int a(int pair) {
            return ends[2 * pair];
        }

        public int b(int pair) {
            return ends[2 * pair + 1];
        }

        public long micro(int pair) {
            return costs[pair];
        }

        /** The pairs among {@code detections} detections; a pair given twice, in either order, is an error. */
        public PairCosts build(int detections, boolean absentForbidden) {
            int[] start = new int[detections + 1];
            for (int i = 0; i < 2 * size; i++) {
                if (ends[i] >= detections) {
                    throw new IllegalArgumentException(
                            "pair names detection " + ends[i] + " but there are only " + detections);
                }
                start[ends[i] + 1]++;
            }
            for (int d = 0; d < detections; d++) {
                start[d + 1] += start[d];
            }
            // Two counting passes leave every row sorted by partner: first list by partner, then deal out by owner.
            int[] order = new int[2 * size];
            int[] next = Arrays.copyOf(start, detections);
            for (int i = 0; i < 2 * size; i++) {
                order[next[ends[i ^ 1]]++] = i;
            }
            int[] partner = new int[2 * size];
            long[] cost = new long[2 * size];
            next = Arrays.copyOf(start, detections);
            for (int i : order) {
                int at = next[ends[i]]++;
                partner[at] = ends[i ^ 1];
                cost[at] = costs[i / 2];
                if (at > start[ends[i]] && partner[at - 1] == partner[at]) {
                    throw new IllegalArgumentException("pair [" + ends[i] + ", " + partner[at] + "] is given twice");
                }
            }
            return new PairCosts(start, partner, cost, absentForbidden);
        }
    }

    public boolean absentForbidden() {
        return absentForbidden;
    }

    /** Number of detections of the problem. */
    public int detections() {
        return start.length - 1;
    }

    /** Number of listed unordered pairs. */
    public int size() {
        return partner.length / 2;
    }

    /** phi of the pair in micro-units, or {@link #FORBIDDEN}. */
    public long cost(int a, int b) {
        int at = Arrays.binarySearch(partner, start[a], start[a + 1], b);
        if (at >= 0) {
            return cost[at];
        }
        return absentForbidden ? FORBIDDEN : 0;
    }

    /** Receives listed pairs. */
    @FunctionalInterface
    public interface Visitor {
        void pair(int a, int b, long micro);
    }

    /** Every listed pair once, a below b, in ascending order. */
    public void forEach(Visitor visitor) {
        for (int detection = 0; detection + 1 < start.length; detection++) {
            forEachOf(detection, (a, b, micro) -> {
                if (a < b) {
                    visitor.pair(a, b, micro);
                }
            });
        }
    }

    /** Every listed pair of a detection, which is named first, in ascending order of the other one. */
    public void forEachOf(int detection, Visitor visitor) {
        for (int i = start[detection]; i < start[detection + 1]; i++) {
            visitor.pair(detection, partner[i], cost[i]);
        }
    }
}
