package dev.jointly.certify;

import dev.jointly.anatomy.Anatomy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The skeletons' share of LB(lambda): for every detection of a major part, the cheapest skeleton it leads. Once the
 * detections of the major parts are fixed their pairs are unary costs, and what remains of the limb tree is a forest
 * over the minor parts, solved from the leaves with "part absent" as one more state.
 */
final class SkeletonBound {
    private static final int NONE = -1;

    private final DenseCosts costs;
    private final List<Integer> majors;
    /** Minor parts, children before parents. */
    private final List<Integer> order = new ArrayList<>();
    /** Of a minor part: the minor part its limb leads to on the way to the first major part, or NONE. */
    private final int[] parent;
    /** Per minor detection, the least that its limb towards the parent part can cost. */
    private final long[] leastLimb;
    /** Per number of major parts decided: each detection's cost given the ones chosen so far. */
    private final long[][] unary;

    private final long[] value;
    private final long[] absent;
    private final long[] message;
    private long best;

    /** @param prices lambda1 - lambda3, per detection */
    SkeletonBound(Anatomy anatomy, DenseCosts costs, long[] prices) {
        this.costs = costs;
        majors = anatomy.majors();
        parent = new int[anatomy.size()];
        root(anatomy, majors.get(0), NONE);
        Collections.reverse(order);
        int size = prices.length;
        unary = new long[majors.size() + 1][size];
        for (int d = 0; d < size; d++) {
            unary[0][d] = plus(costs.theta[d], prices[d]);
        }
        value = new long[size];
        absent = new long[anatomy.size()];
        message = new long[size];
        leastLimb = new long[size];
        for (int p : order) {
            if (parent[p] != NONE) {
                for (int d : costs.members[p]) {
                    leastLimb[d] = Arrays.stream(costs.row(d, parent[p])).min().orElse(DenseCosts.FORBIDDEN);
                }
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

    /** Sum over the detections of major parts of min(0, cheapest skeleton led by it). */
    long total() {
        long total = 0;
        for (int k = 0; k < majors.size(); k++) {
            for (int lead : costs.members[majors.get(k)]) {
                best = 0;
                take(lead, unary[0], unary[k + 1]);
                decide(k + 1, Math.addExact(costs.omega, unary[0][lead]));
                total = Math.addExact(total, best);
            }
        }
        return total;
    }

    /** Tries every choice of the major parts from position k on: absent, or one of its detections. */
    private void decide(int k, long soFar) {
        if (k == majors.size()) {
            best = Math.min(best, Math.addExact(soFar, forest(unary[k])));
            return;
        }
        for (int d : costs.members[majors.get(k)]) {
            if (unary[k][d] != DenseCosts.FORBIDDEN) {
                take(d, unary[k], unary[k + 1]);
                decide(k + 1, Math.addExact(soFar, unary[k][d]));
            }
        }
        System.arraycopy(unary[k], 0, unary[k + 1], 0, unary[k].length);
        decide(k + 1, soFar);
    }

    private void take(int chosen, long[] before, long[] after) {
        for (int p = 0; p < costs.members.length; p++) {
            int[] members = costs.members[p];
            long[] row = costs.row(chosen, p);
            for (int i = 0; i < members.length; i++) {
                after[members[i]] = plus(before[members[i]], row[i]);
            }
        }
    }

    /** Cheapest choice, possibly none, over the minor parts. */
    private long forest(long[] unary) {
        System.arraycopy(unary, 0, value, 0, value.length);
        Arrays.fill(absent, 0);
        long total = 0;
        for (int p : order) {
            long alone = absent[p];
            for (int d : costs.members[p]) {
                alone = Math.min(alone, value[d]);
            }
            if (parent[p] == NONE) {
                total = Math.addExact(total, alone);
            } else {
                absent[parent[p]] = Math.addExact(absent[parent[p]], alone);
                sendToDetections(p, costs.members[parent[p]]);
            }
        }
        return total;
    }

    private void sendToDetections(int p, int[] receivers) {
        Arrays.fill(message, 0, receivers.length, absent[p]);
        for (int d : costs.members[p]) {
            // no receiver is better off with d than with this part absent: the common case
            if (plus(value[d], leastLimb[d]) >= absent[p]) {
                continue;
            }
            long[] row = costs.row(d, parent[p]);
            for (int i = 0; i < receivers.length; i++) {
                if (row[i] != DenseCosts.FORBIDDEN) {
                    message[i] = Math.min(message[i], Math.addExact(value[d], row[i]));
                }
            }
        }
        for (int i = 0; i < receivers.length; i++) {
            value[receivers[i]] = plus(value[receivers[i]], message[i]);
        }
    }

    /** An exact sum; forbidden stays forbidden, and nothing else may become it. */
    private static long plus(long a, long b) {
        if (a == DenseCosts.FORBIDDEN || b == DenseCosts.FORBIDDEN) {
            return DenseCosts.FORBIDDEN;
        }
        // the detour makes a sum equal to FORBIDDEN an overflow as well
        return Math.addExact(Math.addExact(a, b), 1) - 1;
    }
}
