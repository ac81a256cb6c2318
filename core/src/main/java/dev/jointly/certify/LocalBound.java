package dev.jointly.certify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The cheapest local assignment that a detection hosts. Where cuts tax it, all sets of the few detections that decide the tax
 * are gone through, and the search is for the rest.
 */
final class LocalBound {
    private static final long CUT_SHORT = Long.MAX_VALUE;
    /** 256 MB. */
    static final long MAX_CELLS = 1L << 25;

    private final DenseCosts costs;
    private final WorkBudget effort;
    private final long mostCells;
    /** Per detection, the sum of its negative pairs within its part: the most that other detections can save. */
    private final long[] negativePairSum;
    /** Per position in a part: what that detection costs beside m, without its pairs. */
    private final long[] alone;
    /** Positions in a part of those that could help beside m. */
    private final BitSet waiting = new BitSet();
    /** Those who decide no tax, and what each costs beside some who do. */
    private final int[] untaxed;

    private final long[] besideTaxed;

    /** @param mostCells pairs of detections that may be held for one search */
    LocalBound(DenseCosts costs, WorkBudget effort, long mostCells) {
        this.costs = costs;
        this.effort = effort;
        this.mostCells = mostCells;
        int size = costs.theta.length;
        negativePairSum = new long[size];
        alone = new long[size];
        untaxed = new int[size];
        besideTaxed = new long[size];
        for (int[] members : costs.members) {
            for (int d : members) {
                effort.need(1 + members.length / 4);
                negativePairSum[d] = costs.negativePairSum(d);
            }
        }
    }

    /** The most that other detections of its part can save d. */
    long negativePairSum(int d) {
        return negativePairSum[d];
    }

    /**
     * The cheapest local assignment of m, or 0 where none costs less. Where the limits do not allow to find it: less.
     *
     * @param candidates who may be local to m, none of them forbidden beside it; only the first {@code size} count
     * @param asLocal theta + lambda1, per detection
     * @param asGlobal lambda3 of m, not negative
     * @param open the cuts that can tax it
     * @param taxed those on which the tax depends, ascending, candidates or not
     */
    long cheapest(
            int m, int[] candidates, int size, long[] asLocal, long asGlobal, List<CutDuals.Open> open, int[] taxed) {
        if (open.isEmpty()) {
            return cheapest(m, candidates, size, asLocal, asGlobal);
        }
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
            best = Math.min(best, least(m, in, rest, asLocal, Math.addExact(asGlobal, tax(m, in, open))));
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
    private long least(int m, int[] in, int[] rest, long[] asLocal, long besides) {
        int part = costs.part(m);
        effort.need(1 + (long) (in.length + 1) * (costs.members[part].length + rest.length));
        long[] beside = costs.row(m, part).clone();
        long cost = besides;
        for (int i = 0; i < in.length; i++) {
            int at = costs.slot(in[i]);
            if (beside[at] == DenseCosts.FORBIDDEN) {
                return 0;
            }
            cost = Math.addExact(cost, Math.addExact(asLocal[in[i]], beside[at]));
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
                untaxed[size++] = e;
                besideTaxed[e] = Math.addExact(asLocal[e], Math.subtractExact(beside[at], row[at]));
            }
        }
        if (in.length == 0 || cost >= 0) {
            return cheapest(m, untaxed, size, besideTaxed, cost);
        }
        return Math.addExact(cost, cheapest(m, untaxed, size, besideTaxed, 0));
    }

    /** The cheapest where nothing is taxed. */
    private long cheapest(int m, int[] candidates, int size, long[] asLocal, long asGlobal) {
        // a set that saves no more than the global detection costs changes nothing
        long ceiling = -asGlobal;
        if (size == 0 || !gather(m, candidates, size, asLocal, ceiling)) {
            return 0;
        }
        int part = costs.part(m);
        long crudest = crudeBound(part, waiting.stream().toArray());
        List<CheapestSubset> groups = new ArrayList<>();
        long crude = effort.spend(size) ? CUT_SHORT : groups(part, groups);
        if (crude == CUT_SHORT) {
            effort.cutShort();
            return Math.min(0, Math.subtractExact(crudest, ceiling));
        }
        long budget = effort.nodesPerLocalSet();
        if (crude == 0) {
            long found = exact(groups, ceiling, budget - budget / 2);
            if (found != CUT_SHORT) {
                return found;
            }
        }
        effort.cutShort();
        return atLeast(groups, crude, ceiling, budget / 2);
    }

    /** The answer, or CUT_SHORT. */
    private long exact(List<CheapestSubset> groups, long ceiling, long budget) {
        long rest = 0;
        for (CheapestSubset group : groups) {
            rest = Math.addExact(rest, group.bound());
        }
        long cost = 0;
        long left = budget;
        for (CheapestSubset group : groups) {
            rest -= group.bound();
            long needed = Math.subtractExact(ceiling, Math.addExact(cost, rest));
            if (!group.search(needed, left, effort)) {
                return CUT_SHORT;
            }
            left -= group.nodes();
            if (group.least() == needed) {
                return 0;
            }
            cost = Math.addExact(cost, group.least());
        }
        return Math.min(0, Math.subtractExact(cost, ceiling));
    }

    /** A lower bound: each group by itself, so that more nodes for one do not change what is done for another. */
    private long atLeast(List<CheapestSubset> groups, long crude, long ceiling, long budget) {
        long all = crude;
        for (CheapestSubset group : groups) {
            all = Math.addExact(all, group.rootBound());
        }
        long cost = crude;
        for (CheapestSubset group : groups) {
            long needed = Math.subtractExact(ceiling, all - group.rootBound());
            cost = Math.addExact(cost, group.atLeast(needed, budget / groups.size(), effort));
        }
        return Math.min(0, Math.subtractExact(cost, ceiling));
    }

    /** What any subset of these costs at least; each pair that saves is credited half to either end, rounded down. */
    private long crudeBound(int part, int[] positions) {
        long bound = 0;
        for (int i : positions) {
            bound = Math.addExact(
                    bound, Math.min(0, Math.addExact(alone[i], negativePairSum[costs.members[part][i]] >> 1)));
        }
        return bound;
    }

    /** Finds the candidates that could help as local ones of m; false where even all of them together cannot. */
    private boolean gather(int m, int[] candidates, int size, long[] asLocal, long ceiling) {
        long[] phi = costs.row(m, costs.part(m));
        waiting.clear();
        long least = 0;
        for (int i = 0; i < size; i++) {
            int d = candidates[i];
            int at = costs.slot(d);
            alone[at] = Math.addExact(asLocal[d], phi[at]);
            long best = Math.addExact(alone[at], negativePairSum[d]);
            if (best < 0) {
                waiting.set(at);
                // once that is settled there is no need to add up more, which might overflow
                least = least < ceiling ? least : Math.addExact(least, best);
            }
        }
        return least < ceiling;
    }

    /** Puts those waiting into groups with no pair cost between them. The bound of groups too large for a search, or CUT_SHORT. */
    private long groups(int part, List<CheapestSubset> groups) {
        int[] members = costs.members[part];
        long crude = 0;
        while (!waiting.isEmpty()) {
            int[] group = new int[waiting.cardinality()];
            int size = 0;
            group[size++] = take(waiting.nextSetBit(0));
            for (int reached = 0; reached < size && !waiting.isEmpty(); reached++) {
                if (effort.spend(members.length)) {
                    return CUT_SHORT;
                }
                long[] row = costs.row(members[group[reached]], part);
                for (int i = waiting.nextSetBit(0); i >= 0; i = waiting.nextSetBit(i + 1)) {
                    if (row[i] != 0) {
                        group[size++] = take(i);
                    }
                }
            }
            group = Arrays.copyOf(group, size);
            if ((long) size * size > mostCells) {
                crude = Math.addExact(crude, crudeBound(part, group));
            } else {
                groups.add(group(part, group));
            }
        }
        return crude;
    }

    private CheapestSubset group(int part, int[] group) {
        long[] costAlone = new long[group.length];
        long[][] pairs = new long[group.length][group.length];
        for (int i = 0; i < group.length; i++) {
            costAlone[i] = alone[group[i]];
            long[] row = costs.row(costs.members[part][group[i]], part);
            for (int j = 0; j < group.length; j++) {
                pairs[i][j] = i == j ? 0 : row[group[j]];
            }
        }
        return new CheapestSubset(costAlone, pairs);
    }

    private int take(int i) {
        waiting.clear(i);
        return i;
    }
}
