package dev.jointly.certify;

import dev.jointly.proof.Proof;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The local assignments' share of LB(lambda): for every detection m, the cheapest set of local detections it hosts. */
final class LocalBound {
    private final DenseCosts costs;
    /** theta + lambda1 + lambda2: what a detection costs as a local one, before pairs. */
    private final long[] asLocal;
    /** lambda2 + lambda3, never negative: what a detection costs as the global one. */
    private final long[] asGlobal;
    /** Per detection, the sum of its negative pairs within its part: the most that company can save. */
    private final long[] relief;

    LocalBound(DenseCosts costs, Proof proof) {
        this.costs = costs;
        int size = costs.theta.length;
        asLocal = new long[size];
        asGlobal = new long[size];
        relief = new long[size];
        for (int d = 0; d < size; d++) {
            long lambda2 = proof.lambda2()[d];
            asLocal[d] = Math.addExact(Math.addExact(costs.theta[d], proof.lambda1()[d]), lambda2);
            asGlobal[d] = Math.addExact(lambda2, proof.lambda3()[d]);
            for (long phi : costs.row(d, costs.part(d))) {
                relief[d] = Math.addExact(relief[d], Math.min(0, phi));
            }
        }
    }

    /** Sum over all detections m of min(0, cheapest local assignment of m). */
    long total() {
        long total = 0;
        for (int m = 0; m < asGlobal.length; m++) {
            total = Math.addExact(total, cheapest(m));
        }
        return total;
    }

    private long cheapest(int m) {
        // a set that saves no more than the global detection costs changes nothing
        long ceiling = -asGlobal[m];
        List<CheapestSubset> groups = groups(m);
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

    /** The detections that could help as local ones of m, in groups with no pair cost between them. */
    private List<CheapestSubset> groups(int m) {
        int part = costs.part(m);
        int[] members = costs.members[part];
        long[] phi = costs.row(m, part);
        BitSet waiting = new BitSet(members.length);
        long[] alone = new long[members.length];
        for (int i = 0; i < members.length; i++) {
            int d = members[i];
            if (d != m && phi[i] != DenseCosts.FORBIDDEN) {
                alone[i] = Math.addExact(asLocal[d], phi[i]);
                waiting.set(i, Math.addExact(alone[i], relief[d]) < 0);
            }
        }
        List<CheapestSubset> groups = new ArrayList<>();
        while (!waiting.isEmpty()) {
            int[] group = new int[waiting.cardinality()];
            int size = 0;
            group[size++] = take(waiting, waiting.nextSetBit(0));
            for (int reached = 0; reached < size; reached++) {
                long[] row = costs.row(members[group[reached]], part);
                for (int i = waiting.nextSetBit(0); i >= 0; i = waiting.nextSetBit(i + 1)) {
                    if (row[i] != 0) {
                        group[size++] = take(waiting, i);
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

    private static int take(BitSet waiting, int i) {
        waiting.clear(i);
        return i;
    }
}
