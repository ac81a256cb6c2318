package dev.jointly.certify;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The cheapest local assignment that a detection hosts. */
final class LocalBound {
    private final DenseCosts costs;
    /** Per detection, the sum of its negative pairs within its part: the most that company can save. */
    private final long[] relief;
    /** Per position in a part: what that detection costs beside m, before its company. */
    private final long[] alone;
    /** Positions in a part of those that could help beside m. */
    private final BitSet waiting = new BitSet();

    LocalBound(DenseCosts costs) {
        this.costs = costs;
        int size = costs.theta.length;
        relief = new long[size];
        alone = new long[size];
        for (int[] members : costs.members) {
            for (int d : members) {
                for (long phi : costs.row(d, costs.part(d))) {
                    relief[d] = Math.addExact(relief[d], Math.min(0, phi));
                }
            }
        }
    }

    /** The most that other detections of its part can save d. */
    long relief(int d) {
        return relief[d];
    }

    /**
     * The cheapest local assignment of m, or 0 where none costs less.
     *
     * @param candidates who may be local to m, none of them forbidden beside it; only the first {@code size} count
     * @param asLocal theta + lambda1 + lambda2, per detection
     * @param asGlobal lambda2 + lambda3 of m, not negative
     */
    long cheapest(int m, int[] candidates, int size, long[] asLocal, long asGlobal) {
        // a set that saves no more than the global detection costs changes nothing
        long ceiling = -asGlobal;
        if (!gather(m, candidates, size, asLocal, ceiling)) {
            return 0;
        }
        List<CheapestSubset> groups = groups(costs.part(m));
        long rest = 0;
        for (CheapestSubset group : groups) {
            rest = Math.addExact(rest, group.bound());
        }
        long cost = 0;
        for (CheapestSubset group : groups) {
            rest -= group.bound();
            long needed = Math.subtractExact(ceiling, Math.addExact(cost, rest));
            long least = group.below(needed);
            if (least == needed) {
                return 0;
            }
            cost = Math.addExact(cost, least);
        }
        return Math.min(0, Math.subtractExact(cost, ceiling));
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
            long best = Math.addExact(alone[at], relief[d]);
            if (best < 0) {
                waiting.set(at);
                // once that is settled there is no need to add up more, which might overflow
                least = least < ceiling ? least : Math.addExact(least, best);
            }
        }
        return least < ceiling;
    }

    /** Those waiting, in groups with no pair cost between them. */
    private List<CheapestSubset> groups(int part) {
        int[] members = costs.members[part];
        List<CheapestSubset> groups = new ArrayList<>();
        while (!waiting.isEmpty()) {
            int[] group = new int[waiting.cardinality()];
            int size = 0;
            group[size++] = take(waiting.nextSetBit(0));
            for (int reached = 0; reached < size; reached++) {
                long[] row = costs.row(members[group[reached]], part);
                for (int i = waiting.nextSetBit(0); i >= 0; i = waiting.nextSetBit(i + 1)) {
                    if (row[i] != 0) {
                        group[size++] = take(i);
                    }
                }
            }
            long[] costAlone = new long[size];
            long[][] pairs = new long[size][size];
            for (int i = 0; i < size; i++) {
                costAlone[i] = alone[group[i]];
                for (int j = 0; j < size; j++) {
                    pairs[i][j] = i == j ? 0 : costs.row(members[group[i]], part)[group[j]];
                }
            }
            groups.add(new CheapestSubset(costAlone, pairs));
        }
        return groups;
    }

    private int take(int i) {
        waiting.clear(i);
        return i;
    }
}
