package dev.jointly.certify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The minor parts of a skeleton where cuts tax it. The dynamic program of {@link SkeletonBound} with one more state: the set of
 * cuts, as bits, of which an odd number of detections has been chosen so far. Where two such sets come together the cuts in
 * both are due.
 */
final class CutAwareForest {
    private final DenseCosts costs;
    private final WorkBudget effort;
    private List<CutDuals.Open> open = List.of();
    /** Per detection: those of the open cuts that count it. */
    private final int[] odd;

    CutAwareForest(DenseCosts costs, WorkBudget effort) {
        this.costs = costs;
        this.effort = effort;
        odd = new int[costs.theta.length];
    }

    /** From now on these cuts can tax skeletons. */
    void open(List<CutDuals.Open> cuts) {
        for (CutDuals.Open one : open) {
            for (int d : one.cut().odd) {
                odd[d] = 0;
            }
        }
        open = cuts;
        for (int t = 0; t < cuts.size(); t++) {
            for (int d : cuts.get(t).cut().odd) {
                odd[d] |= 1 << t;
            }
        }
    }

    /** The cuts that count a detection. */
    int odd(int d) {
        return odd[d];
    }

    /** What is due where two sets of odd cuts come together. */
    long tax(int a, int b) {
        int due = a & b;
        long tax = 0;
        for (int t = 0; due != 0 && t < open.size(); t++) {
            if ((due >> t & 1) == 1) {
                tax = Math.addExact(tax, open.get(t).sigma());
            }
        }
        return tax;
    }

    /**
     * The least cost of a skeleton with some major detections and any of the minor ones.
     *
     * @param order minor parts, children before parents
     * @param parent by part; negative where there is none
     * @param group who may come, with what each costs beside the major detections
     * @param oddSoFar of the major detections
     * @param soFar what they cost
     */
    long least(List<Integer> order, int[] parent, SkeletonBound.Group group, int oddSoFar, long soFar) {
        // by part and detection, and last for the part absent: the least cost of each set of odd cuts, with all below
        List<List<Map<Integer, Long>>> tables = new ArrayList<>();
        for (int p = 0; p < parent.length; p++) {
            tables.add(new ArrayList<>());
        }
        for (int p : order) {
            for (int i = 0; i < group.size[p]; i++) {
                int d = group.members[p][i];
                tables.get(p).add(Map.of(odd[d], group.cost[d]));
            }
            tables.get(p).add(Map.of(0, 0L));
        }
        Map<Integer, Long> all = Map.of(oddSoFar, soFar);
        for (int p : order) {
            int q = parent[p];
            int present = q < 0 ? 0 : group.size[q];
            for (int i = 0; i < present; i++) {
                Map<Integer, Long> below = least(tables.get(p), group.members[p], row(group, q, i, p));
                tables.get(q).set(i, combined(tables.get(q).get(i), below));
            }
            Map<Integer, Long> below = least(tables.get(p), group.members[p], null);
            if (q < 0) {
                all = combined(all, below);
            } else {
                tables.get(q).set(present, combined(tables.get(q).get(present), below));
            }
        }
        return all.values().stream().min(Long::compare).orElseThrow();
    }

    /** phi of the i-th detection of part q with part p, or null if nobody of p comes. */
    private long @Nullable [] row(SkeletonBound.Group group, int q, int i, int p) {
        if (group.size[p] == 0) {
            return null;
        }
        effort.need(costs.members[p].length);
        return costs.row(group.members[q][i], p);
    }

    /** The least over the detections of a part and its absence, beside a detection of its parent that has these pair costs, if any. */
    private Map<Integer, Long> least(List<Map<Integer, Long>> tables, int[] members, long @Nullable [] row) {
        int absent = tables.size() - 1;
        Map<Integer, Long> least = new HashMap<>(tables.get(absent));
        for (int i = 0; i < absent; i++) {
            long phi = row == null ? 0 : row[costs.slot(members[i])];
            if (phi != DenseCosts.FORBIDDEN) {
                effort.need(tables.get(i).size());
                tables.get(i).forEach((set, cost) -> least.merge(set, Math.addExact(cost, phi), Math::min));
            }
        }
        return least;
    }

    private Map<Integer, Long> combined(Map<Integer, Long> some, Map<Integer, Long> others) {
        effort.need((long) some.size() * others.size());
        Map<Integer, Long> both = new HashMap<>();
        some.forEach((a, cost) -> others.forEach((b, otherCost) ->
                both.merge(a ^ b, Math.addExact(Math.addExact(cost, otherCost), tax(a, b)), Math::min)));
        return both;
    }
}
