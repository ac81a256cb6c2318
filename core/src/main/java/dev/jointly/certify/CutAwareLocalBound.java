package dev.jointly.certify;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The cheapest local assignment that a detection hosts, where cuts tax it: goes through all sets of the few detections that
 * decide the tax, and leaves the rest to {@link LocalBound}.
 */
final class CutAwareLocalBound {
    private final DenseCosts costs;
    private final LocalBound withoutCuts;
    private final WorkBudget effort;
    private final int[] others;
    private final long[] asLocal;

    CutAwareLocalBound(DenseCosts costs, LocalBound withoutCuts, WorkBudget effort) {
        this.costs = costs;
        this.withoutCuts = withoutCuts;
        this.effort = effort;
        others = new int[costs.theta.length];
        asLocal = new long[costs.theta.length];
    }

    /**
     * The cheapest, tax included, or 0 where none costs less. Where the limits do not allow to find it: less.
     *
     * @param candidates who may be local to m, none of them forbidden beside it; only the first {@code size} count
     * @param prices theta + lambda1, per detection
     * @param asGlobal lambda3 of m
     * @param taxed those on which the cut duals depend, ascending, candidates or not
     */
    long cheapest(
            int m, int[] candidates, int size, long[] prices, long asGlobal, List<CutDuals.Open> open, int[] taxed) {
        int[] some = Arrays.stream(candidates, 0, size)
                .filter(e -> Arrays.binarySearch(taxed, e) >= 0)
                .toArray();
        int[] rest = Arrays.stream(candidates, 0, size)
                .filter(e -> Arrays.binarySearch(taxed, e) < 0)
                .toArray();
        long best = 0;
        for (int set = 0; set < 1 << some.length; set++) {
            int chosen = set;
            int[] in = IntStream.range(0, some.length)
                    .filter(i -> (chosen >> i & 1) == 1)
                    .map(i -> some[i])
                    .toArray();
            best = Math.min(best, least(m, in, rest, prices, Math.addExact(asGlobal, tax(m, in, open))));
        }
        return best;
    }

    private static long tax(int m, int[] in, List<CutDuals.Open> open) {
        long tax = 0;
        for (CutDuals.Open one : open) {
            long members = Arrays.stream(in).filter(one.cut()::uses).count()
                    + (one.cut().hosts(m) ? 1 : 0);
            tax = Math.addExact(tax, Math.multiplyExact(one.sigma(), members / 2));
        }
        return tax;
    }

    /** The least with exactly these of the taxed, any of the rest, and so much to pay besides; 0 where none is cheaper. */
    private long least(int m, int[] in, int[] rest, long[] prices, long besides) {
        int part = costs.part(m);
        effort.need(1 + (long) (in.length + 1) * (costs.members[part].length + rest.length));
        long[] beside = costs.row(m, part).clone();
        long cost = besides;
        for (int i = 0; i < in.length; i++) {
            int at = costs.slot(in[i]);
            if (beside[at] == DenseCosts.FORBIDDEN) {
                return 0;
            }
            cost = Math.addExact(cost, Math.addExact(prices[in[i]], beside[at]));
            long[] row = costs.row(in[i], part);
            for (int s = 0; s < beside.length; s++) {
                if (s != at && beside[s] != DenseCosts.FORBIDDEN) {
                    beside[s] = row[s] == DenseCosts.FORBIDDEN ? row[s] : Math.addExact(beside[s], row[s]);
                }
            }
        }
        // what is added up beside m is put into the prices, as the search below adds the pairs with m by itself
        long[] row = costs.row(m, part).clone();
        int size = 0;
        for (int e : rest) {
            int at = costs.slot(e);
            if (beside[at] != DenseCosts.FORBIDDEN) {
                others[size++] = e;
                asLocal[e] = Math.addExact(prices[e], Math.subtractExact(beside[at], row[at]));
            }
        }
        if (in.length == 0 || cost >= 0) {
            return withoutCuts.cheapest(m, others, size, asLocal, cost);
        }
        return Math.addExact(cost, withoutCuts.cheapest(m, others, size, asLocal, 0));
    }
}
