package dev.jointly.certify;

import java.util.stream.IntStream;

/**
 * Exact branch and bound for the cheapest subset S of a few detections: the sum over S of what each costs alone plus
 * the sum over the unordered pairs in S, forbidden pairs excluding each other. A detection that cannot help whatever its
 * company is settled out, one that cannot hurt is settled in, and only the rest is branched on.
 */
final class CheapestSubset {
    private final long[][] pairs;
    /** Per free detection: cost of adding it to those settled in. */
    private final long[] gain;
    /** Per free detection: sums of its negative and of its positive pairs with the other free ones. */
    private final long[] negative;

    private final long[] positive;
    /** Positions below freeCount are free; from there on, settled ones, the latest first. */
    private final int[] free;

    private final boolean[] in;
    private final int[] savers;
    private final long[] shares;
    private int freeCount;
    private long best;

    /** @param pairs symmetric with a zero diagonal; forbidden ones are replaced */
    CheapestSubset(long[] alone, long[][] pairs) {
        this.pairs = pairs;
        int size = alone.length;
        gain = alone.clone();
        negative = new long[size];
        positive = new long[size];
        in = new boolean[size];
        savers = new int[size];
        shares = new long[size];
        free = IntStream.range(0, size).toArray();
        freeCount = size;
        for (int d = 0; d < size; d++) {
            for (long phi : pairs[d]) {
                negative[d] = Math.addExact(negative[d], Math.min(0, phi));
            }
        }
        for (int d = 0; d < size; d++) {
            for (int e = 0; e < d; e++) {
                if (pairs[d][e] == DenseCosts.FORBIDDEN) {
                    // as much as d can save at all: with that to pay, leaving d out is no worse
                    pairs[d][e] = Math.max(0, Math.negateExact(Math.addExact(alone[d], negative[d])));
                    pairs[e][d] = pairs[d][e];
                }
            }
        }
        for (int d = 0; d < size; d++) {
            // every sum of terms of one detection stays within this; only sums over several need exact adding below
            long magnitude = Math.subtractExact(Math.absExact(alone[d]), negative[d]);
            for (long phi : pairs[d]) {
                magnitude = Math.addExact(magnitude, Math.max(0, phi));
                positive[d] += Math.max(0, phi);
            }
        }
    }

    /** The least cost of a subset, or the ceiling where none, the empty one included, costs less. */
    long below(long ceiling) {
        best = ceiling;
        search(0);
        return best;
    }

    /** A quick lower bound on the cost of any subset. */
    long bound() {
        best = 0;
        return bound(0);
    }

    private void search(long settledCost) {
        int mark = freeCount;
        long cost = settleTheObvious(settledCost);
        while (freeCount > 0 && bound(cost) < best) {
            int at = mostUndecided();
            int before = freeCount;
            long with = Math.addExact(cost, gain[free[at]]);
            settle(at, true);
            search(with);
            restore(before);
            settle(before - 1, false);
            cost = settleTheObvious(cost);
        }
        best = Math.min(best, cost);
        restore(mark);
    }

    private long settleTheObvious(long settledCost) {
        long cost = settledCost;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = freeCount - 1; i >= 0; i--) {
                int d = free[i];
                if (gain[d] + negative[d] >= 0) {
                    settle(i, false);
                    changed = true;
                } else if (gain[d] + positive[d] <= 0) {
                    cost = Math.addExact(cost, gain[d]);
                    settle(i, true);
                    changed = true;
                }
            }
        }
        return cost;
    }

    /** The one furthest from being settled out or in by itself: either branch then settles the most others. */
    private int mostUndecided() {
        int at = 0;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < freeCount; i++) {
            int d = free[i];
            long decided = Math.max(gain[d] + negative[d], -gain[d] - positive[d]);
            if (decided < least) {
                at = i;
                least = decided;
            }
        }
        return at;
    }

    /**
     * Cost of those settled in, less what the free ones may save at most. Each pair that saves is credited half to
     * either end (shifting right rounds down, the safe way); then two that both save are charged for a pair that costs:
     * of -t x_d - t x_e + t x_d x_e only t can be had, not 2t.
     */
    private long bound(long cost) {
        long saving = 0;
        int size = 0;
        for (int i = 0; i < freeCount; i++) {
            int d = free[i];
            long share = gain[d] + (negative[d] >> 1);
            if (share < 0) {
                saving = Math.addExact(saving, share);
                shares[size] = share;
                savers[size++] = d;
            }
        }
        long bound = Math.addExact(cost, saving);
        // charging can undo half of the saving at most
        for (int i = 1; i < size && bound < best && cost + saving / 2 >= best; i++) {
            long[] row = pairs[savers[i]];
            for (int j = 0; j < i; j++) {
                long charge = Math.min(row[savers[j]], -Math.max(shares[i], shares[j]));
                if (charge > 0) {
                    shares[i] += charge;
                    shares[j] += charge;
                    bound += charge;
                }
            }
        }
        return bound;
    }

    private void settle(int at, boolean chosen) {
        int d = free[at];
        free[at] = free[--freeCount];
        free[freeCount] = d;
        in[d] = chosen;
        update(pairs[d], 1, chosen ? 1 : 0);
    }

    private void restore(int count) {
        for (; freeCount < count; freeCount++) {
            int d = free[freeCount];
            update(pairs[d], -1, in[d] ? -1 : 0);
        }
    }

    private void update(long[] row, long settled, long chosen) {
        for (int i = 0; i < freeCount; i++) {
            int d = free[i];
            long phi = row[d];
            negative[d] -= settled * Math.min(0, phi);
            positive[d] -= settled * Math.max(0, phi);
            gain[d] += chosen * phi;
        }
    }
}
