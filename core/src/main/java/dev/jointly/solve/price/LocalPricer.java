package dev.jointly.solve.price;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import java.util.Arrays;

/**
 * The cheapest local assignment of a host m: the set S within N(m) that minimises the sum of its detections' prices,
 * their pairs with m and the pairs among themselves. Exact branch and bound, since 2^|N(m)| is too many.
 *
 * <p>At a node some detections are in S and some are open. An open detection that could not pay for itself even with
 * every friendly pair is dropped; one that pays even with every hostile pair is taken; a node whose optimistic total is
 * no better than what is known is closed. Only then it branches, on the most promising detection, taking it first.
 *
 * <p>Work is limited by nodes: a search cut short still returns a valid lower bound. Not thread-safe.
 */
public final class LocalPricer {
    /** Searches on real costs end within hundreds of nodes; this is where a hopeless one is cut. */
    private static final int NODE_LIMIT = 1_000_000;

    private final Candidates candidates;
    private final Costs costs;
    private final int nodeLimit;

    private int size;
    private int[] detection = {};
    private long[][] phi = {};
    private boolean[] taken = {};
    private boolean[] bestTaken = {};
    private long bestValue;
    private long boundOfUnexplored;
    private int nodes;

    public LocalPricer(Candidates candidates) {
        this(candidates, NODE_LIMIT);
    }

    LocalPricer(Candidates candidates, int nodeLimit) {
        this.candidates = candidates;
        this.costs = candidates.costs();
        this.nodeLimit = nodeLimit;
    }

    /**
     * Looks for a set cheaper than {@code below}.
     *
     * @param price what each detection pays on top of its costs: lambda1 + lambda2
     * @return a lower bound on the cheapest non-empty set, exact unless cut short, but never above {@code below}
     */
    public long price(int m, long[] price, long below) {
        prepare(m);
        long[] gain = gains(m, price);
        bestValue = below;
        boundOfUnexplored = below;
        nodes = 0;
        Arrays.fill(bestTaken, 0, size, false);
        Arrays.fill(taken, 0, size, false);
        int[] open = new int[size];
        Arrays.setAll(open, i -> i);
        explore(open, size, gain, 0);
        return Math.min(bestValue, boundOfUnexplored);
    }

    /** The set found by the last {@link #price}, ascending; empty when nothing was below the threshold. */
    public int[] cheapest() {
        int[] set = new int[size];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (bestTaken[i]) {
                set[count++] = detection[i];
            }
        }
        return Arrays.copyOf(set, count);
    }

    private long[] gains(int m, long[] price) {
        long[] gain = new long[size];
        for (int i = 0; i < size; i++) {
            int d = detection[i];
            gain[i] = costs.theta(d) + costs.phi(m, d) + price[d];
        }
        return gain;
    }

    private void prepare(int m) {
        detection = candidates.locals(m);
        size = detection.length;
        if (taken.length < size) {
            taken = new boolean[size];
            bestTaken = new boolean[size];
            phi = new long[size][size];
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                long value = costs.phi(detection[i], detection[j]);
                phi[i][j] = value;
                phi[j][i] = value;
            }
        }
    }

    /**
     * @param open positions not decided yet
     * @param gain per position: its price plus its pairs with everything taken
     * @param value total of what is taken
     */
    private void explore(int[] open, int openCount, long[] gain, long value) {
        nodes++;
        int[] left = Arrays.copyOf(open, openCount);
        long[] now = gain.clone();
        long total = value;
        int count = openCount;
        int branch = -1;
        long twiceBound = 2 * total;
        boolean settled = false;
        int[] mine = new int[openCount];
        int mineCount = 0;
        while (!settled) {
            settled = true;
            twiceBound = 2 * total;
            branch = -1;
            long mostPromising = 0;
            for (int k = 0; k < count; k++) {
                int i = left[k];
                long friendly = 0;
                long hostile = 0;
                for (int h = 0; h < count; h++) {
                    long pair = phi[i][left[h]];
                    if (h == k) {
                        continue;
                    }
                    if (pair < 0) {
                        friendly += pair;
                    } else {
                        hostile = Math.min(FORBIDDEN, hostile + pair);
                    }
                }
                if (now[i] + friendly >= 0) {
                    left[k--] = left[--count];
                    settled = false;
                } else if (now[i] + hostile <= 0) {
                    total += now[i];
                    taken[i] = true;
                    mine[mineCount++] = i;
                    left[k--] = left[--count];
                    for (int h = 0; h < count; h++) {
                        now[left[h]] = Math.min(FORBIDDEN, now[left[h]] + phi[i][left[h]]);
                    }
                    settled = false;
                } else {
                    long promise = 2 * now[i] + friendly;
                    twiceBound += Math.min(0, promise);
                    if (branch < 0 || promise < mostPromising) {
                        branch = k;
                        mostPromising = promise;
                    }
                }
            }
        }
        if (total < bestValue) {
            bestValue = total;
            System.arraycopy(taken, 0, bestTaken, 0, size);
        }
        if (count > 0 && twiceBound < 2 * bestValue) {
            if (nodes >= nodeLimit) {
                boundOfUnexplored = Math.min(boundOfUnexplored, Math.floorDiv(twiceBound, 2));
            } else {
                branchOn(left, count, branch, now, total);
            }
        }
        for (int k = 0; k < mineCount; k++) {
            taken[mine[k]] = false;
        }
    }

    private void branchOn(int[] open, int count, int branch, long[] gain, long value) {
        int i = open[branch];
        int[] rest = Arrays.copyOf(open, count);
        rest[branch] = rest[count - 1];
        long[] with = gain.clone();
        for (int k = 0; k < count - 1; k++) {
            with[rest[k]] = Math.min(FORBIDDEN, gain[rest[k]] + phi[i][rest[k]]);
        }
        taken[i] = true;
        explore(rest, count - 1, with, value + gain[i]);
        taken[i] = false;
        explore(rest, count - 1, gain, value);
    }
}
