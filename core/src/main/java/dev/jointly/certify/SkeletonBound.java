package dev.jointly.certify;

import dev.jointly.anatomy.Anatomy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The cheapest skeleton that a detection of a major part leads. Once the detections of the major parts are fixed their
 * pairs are unary costs, and what remains of the limb tree is a forest over the minor parts, solved from the leaves with
 * "part absent" as one more state.
 */
final class SkeletonBound {
    private static final int NONE = -1;

    private final DenseCosts costs;
    private final WorkBudget effort;
    private final List<Integer> majors;
    /** Minor parts, children before parents. */
    private final List<Integer> order = new ArrayList<>();
    /** Of a minor part: the minor part its limb leads to on the way to the first major part, or NONE. */
    private final int[] parent;
    /** Per minor detection: the most that its limbs to other minor parts can save. */
    private final long[] negativePairSum;
    /** Per number of major detections chosen: who may come with them, by part, and at what cost. */
    private final Group[] groups;
    /** Those of the last group that can help, with the best of the parts below them. */
    private final Group live;

    private final long[] absent;
    private final long[] message;
    private final CutAwareForest cutAware;
    private boolean taxed;
    private long best;

    /** Some detections of each part, each with a cost. */
    static final class Group {
        final int[][] members;
        final int[] size;
        final long[] cost;

        Group(DenseCosts costs) {
            members = new int[costs.members.length][];
            Arrays.setAll(members, p -> new int[costs.members[p].length]);
            size = new int[members.length];
            cost = new long[costs.theta.length];
        }

        void clear() {
            Arrays.fill(size, 0);
        }

        void add(int d, int part, long itsCost) {
            members[part][size[part]++] = d;
            cost[d] = itsCost;
        }
    }

    SkeletonBound(Anatomy anatomy, DenseCosts costs, WorkBudget effort) {
        this.costs = costs;
        this.effort = effort;
        majors = anatomy.majors();
        parent = new int[anatomy.size()];
        root(anatomy, majors.get(0), NONE);
        Collections.reverse(order);
        groups = new Group[majors.size() + 1];
        Arrays.setAll(groups, i -> new Group(costs));
        live = new Group(costs);
        absent = new long[anatomy.size()];
        message = new long[costs.theta.length];
        cutAware = new CutAwareForest(costs, effort);
        negativePairSum = new long[costs.theta.length];
        for (Anatomy.Limb limb : anatomy.limbs()) {
            if (!anatomy.isMajor(limb.a()) && !anatomy.isMajor(limb.b())) {
                addCompany(limb.a(), limb.b());
                addCompany(limb.b(), limb.a());
            }
        }
    }

    private void root(Anatomy anatomy, int part, int from) {
        parent[part] = from == NONE || anatomy.isMajor(from) ? NONE : from;
        if (!anatomy.isMajor(part)) {
            order.add(part);
        }
        for (Anatomy.Limb limb : anatomy.limbs()) {
            int next = limb.a() == part ? limb.b() : limb.a();
            if (next != from && (limb.a() == part || limb.b() == part)) {
                root(anatomy, next, part);
            }
        }
    }

    private void addCompany(int part, int neighbour) {
        for (int d : costs.members[part]) {
            negativePairSum[d] = Math.addExact(negativePairSum[d], Math.min(0, costs.least(d, neighbour)));
        }
    }

    /**
     * The cheapest skeleton led by a detection, taxes included, or 0 where none costs less.
     *
     * @param candidates who may come with it; only the first {@code size} count, and those of major parts before the
     *     lead's must not be among them
     * @param unary theta + lambda1 - lambda3 - discounts, per detection
     * @param cuts those that can tax it
     */
    long cheapest(int lead, int[] candidates, int size, long[] unary, List<CutDuals.Open> cuts) {
        cutAware.open(cuts);
        taxed = !cuts.isEmpty();
        groups[0].clear();
        for (int i = 0; i < size; i++) {
            int d = candidates[i];
            groups[0].add(d, costs.part(d), unary[d]);
        }
        best = 0;
        take(lead, groups[0], groups[1]);
        decide(majors.indexOf(costs.part(lead)) + 1, 1, cutAware.odd(lead), Math.addExact(costs.omega, unary[lead]));
        return best;
    }

    /**
     * Tries every choice of the major parts from position k on: absent, or one of its detections.
     *
     * @param odd cuts of which an odd number of detections is chosen, as bits
     */
    private void decide(int k, int chosen, int odd, long soFar) {
        Group group = groups[chosen];
        if (k == majors.size()) {
            best = Math.min(
                    best,
                    taxed ? cutAware.least(order, parent, group, odd, soFar) : Math.addExact(soFar, forest(group)));
            return;
        }
        int part = majors.get(k);
        for (int i = 0; i < group.size[part]; i++) {
            int d = group.members[part][i];
            take(d, group, groups[chosen + 1]);
            int itsOdd = cutAware.odd(d);
            long cost = Math.addExact(Math.addExact(soFar, group.cost[d]), cutAware.tax(odd, itsOdd));
            decide(k + 1, chosen + 1, odd ^ itsOdd, cost);
        }
        decide(k + 1, chosen, odd, soFar);
    }

    /** Who of the group may come with one more major detection, its pair costs added. */
    private void take(int chosen, Group before, Group after) {
        after.clear();
        for (int p = 0; p < before.size.length; p++) {
            if (before.size[p] > 0) {
                effort.need(costs.members[p].length);
                long[] row = costs.row(chosen, p);
                for (int i = 0; i < before.size[p]; i++) {
                    int d = before.members[p][i];
                    long phi = row[costs.slot(d)];
                    if (phi != DenseCosts.FORBIDDEN) {
                        after.add(d, p, Math.addExact(before.cost[d], phi));
                    }
                }
            }
        }
    }

    /** Cheapest choice, possibly none, over the minor parts. */
    private long forest(Group group) {
        live.clear();
        for (int p : order) {
            absent[p] = 0;
            for (int i = 0; i < group.size[p]; i++) {
                int d = group.members[p][i];
                // whatever else it has, a skeleton is no worse without one that fails this
                if (Math.addExact(group.cost[d], negativePairSum[d]) < 0) {
                    live.add(d, p, group.cost[d]);
                }
            }
        }
        long total = 0;
        for (int p : order) {
            long alone = absent[p];
            for (int i = 0; i < live.size[p]; i++) {
                alone = Math.min(alone, live.cost[live.members[p][i]]);
            }
            if (parent[p] == NONE) {
                total = Math.addExact(total, alone);
            } else {
                sendToDetections(p, parent[p]);
                absent[parent[p]] = Math.addExact(absent[parent[p]], alone);
            }
        }
        return total;
    }

    private void sendToDetections(int p, int q) {
        int[] receivers = live.members[q];
        int size = live.size[q];
        Arrays.fill(message, 0, size, absent[p]);
        for (int j = 0; j < live.size[p]; j++) {
            int d = live.members[p][j];
            long value = live.cost[d];
            long leastLimb = costs.least(d, q);
            // no receiver is better off with d than with this part absent: the common case
            if (leastLimb == DenseCosts.FORBIDDEN || Math.addExact(value, leastLimb) >= absent[p]) {
                continue;
            }
            effort.need(costs.members[q].length);
            long[] row = costs.row(d, q);
            for (int i = 0; i < size; i++) {
                long phi = row[costs.slot(receivers[i])];
                if (phi != DenseCosts.FORBIDDEN) {
                    message[i] = Math.min(message[i], Math.addExact(value, phi));
                }
            }
        }
        for (int i = 0; i < size; i++) {
            int f = receivers[i];
            live.cost[f] = Math.addExact(live.cost[f], message[i]);
        }
    }
}
