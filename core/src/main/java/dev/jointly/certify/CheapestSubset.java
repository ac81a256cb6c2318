package dev.jointly.certify;

import java.util.Arrays;
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
    /** Per level of the search: free ones when it began and when it branched last, and the cost of those settled in. */
    private final int[] entered;

    private final int[] branched;
    private final long[] costs;
    private int freeCount;
    private long best;
    /** What every set costs at least that the latest search has not looked at. */
    private long open;

    private long nodes;

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
        entered = new int[size + 1];
        branched = new int[size + 1];
        costs = new long[size + 1];
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

    /** Whether {@link #least} was found, looking for a subset below the ceiling, by branching no more than so often. */
    boolean search(long ceiling, long mostNodes, WorkBudget effort) {
        best = ceiling;
        open = Long.MIN_VALUE;
        nodes = 0;
        sortFree();
        int level = 0;
        entered[0] = freeCount;
        costs[0] = settleTheObvious(0);
        while (true) {
            // no recursion: a set of thousands of detections can be as deep
            long bound = freeCount == 0 ? costs[level] : bound(costs[level]);
            if (freeCount > 0 && bound < best) {
                if (level == 0) {
                    open = Math.max(open, bound);
                }
                if (nodes == mostNodes || effort.spend(1 + (long) freeCount * freeCount / 4)) {
                    restore(entered[0]);
                    return false;
                }
                nodes++;
                int at = mostUndecided();
                branched[level] = freeCount;
                long with = Math.addExact(costs[level], gain[free[at]]);
                settle(at, true);
                level++;
                entered[level] = freeCount;
                costs[level] = settleTheObvious(with);
            } else {
                best = Math.min(best, costs[level]);
                restore(entered[level]);
                if (level == 0) {
                    return true;
                }
                level--;
                restore(branched[level]);
                settle(branched[level] - 1, false);
                costs[level] = settleTheObvious(costs[level]);
            }
        }
    }

    /** What the latest search found: the least cost of a subset, or its ceiling. */
    long least() {
        return best;
    }

    /** How often the latest search branched. */
    long nodes() {
        return nodes;
    }

    /**
     * A lower bound on the cost of any subset, at most the ceiling. Looks for subsets below a threshold, which is raised
     * wherever there is none and lowered wherever that takes too long. What is done does not depend on how many nodes are
     * left, so more nodes never prove less.
     */
    long atLeast(long ceiling, long mostNodes, WorkBudget effort) {
        long proven = rootBound();
        // the empty set costs nothing
        long upper = Math.min(0, ceiling);
        long slice = 256;
        long step = (upper >> 1) - (proven >> 1);
        long left = mostNodes;
        while (proven < upper) {
            long threshold = step >= upper - proven || step < 1 ? upper : proven + step;
            boolean finished = search(threshold, Math.min(slice, left), effort);
            if (finished && best < threshold) {
                return best;
            }
            // sets not looked at cost at least "open", all others at least "best"
            proven = Math.max(proven, finished ? threshold : Math.min(best, open));
            upper = Math.min(upper, best < threshold ? best : upper);
            left -= nodes;
            if (!finished) {
                if (left == 0 || effort.spend(0)) {
                    return proven;
                }
                slice *= 2;
                step /= 2;
            }
        }
        return upper;
    }

    /** A lower bound on the cost of any subset, as good as can be had without branching. */
    long rootBound() {
        sortFree();
        int mark = freeCount;
        best = Long.MAX_VALUE;
        long bound = charged(settleTheObvious(0), true);
        restore(mark);
        return bound;
    }

    /** A quick lower bound on the cost of any subset. */
    long bound() {
        best = 0;
        return bound(0);
    }

    /** Forgets the order in which an earlier search left them, so that every search is the same whatever came before. */
    private void sortFree() {
        Arrays.sort(free, 0, freeCount);
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
        return charged(cost, false);
    }

    /** @param thoroughly whether to charge also where the bound cannot reach the best cost */
    private long charged(long cost, boolean thoroughly) {
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
        for (int i = 1; i < size && bound < best && (thoroughly || cost + saving / 2 >= best); i++) {
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
