package dev.jointly.solve.price;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import java.util.Arrays;
import java.util.List;

/**
 * The cheapest skeleton led by a detection, under a weight per detection.
 *
 * <p>A skeleton is led by the detection of the first major part it has. Given the lead and a choice for every later
 * major part (one of its detections, or none), all pairs with majors become part of the weights, and what is left of
 * the limb tree is a forest over the minor parts. There the dynamic program runs from the leaves up; "part absent" is a
 * state like any other, without pair costs towards its neighbours.
 *
 * <p>Not thread-safe: it keeps its tables between calls.
 */
public final class SkeletonPricer {
    private final Candidates candidates;
    private final Costs costs;
    private final List<Integer> majors;

    /** Per part: the chosen slot, or -1. For major parts also the conditioning of the program. */
    private final int[] chosen;

    private final int[] best;
    private long bestValue;
    /** Per minor part: cheapest subtree by candidate, and with the part absent. */
    private final long[][] up;

    private final long[] upAbsent;

    public SkeletonPricer(Candidates candidates) {
        this.candidates = candidates;
        costs = candidates.costs();
        majors = costs.majors();
        int parts = costs.parts();
        chosen = new int[parts];
        best = new int[parts];
        up = new long[parts][];
        upAbsent = new long[parts];
        for (int q : costs.minors()) {
            up[q] = new long[costs.ofPart(q).length];
        }
    }

    /** The cheapest skeleton led by {@code lead}: omega, weights and pairs. {@link #cheapest} tells its detections. */
    public long price(int lead, long[] weight) {
        bestValue = Long.MAX_VALUE;
        givenMajors(lead, weight, fixed -> {
            long value = fixed + rootsTotal(lead);
            if (value < bestValue) {
                bestValue = value;
                chooseMinors(lead);
                System.arraycopy(chosen, 0, best, 0, best.length);
            }
            return true;
        });
        return bestValue;
    }

    /** The detections of the skeleton found by the last {@link #price}, ascending. */
    public int[] cheapest() {
        int[] detections = new int[best.length];
        int count = 0;
        for (int p = 0; p < best.length; p++) {
            if (best[p] >= 0) {
                detections[count++] = costs.ofPart(p)[best[p]];
            }
        }
        detections = Arrays.copyOf(detections, count);
        Arrays.sort(detections);
        return detections;
    }

    /** What to do once all major parts are decided and the tables are filled; false ends it. */
    private interface Conditioned {
        boolean at(long fixed);
    }

    /** Conditions on the lead and on every choice of later majors; {@code fixed} is what lead, majors and omega cost. */
    private boolean givenMajors(int lead, long[] weight, Conditioned body) {
        Arrays.fill(chosen, -1);
        int part = costs.part(lead);
        chosen[part] = costs.slot(lead);
        return givenMajors(lead, weight, majors.indexOf(part) + 1, costs.omega() + weight[lead], body);
    }

    private boolean givenMajors(int lead, long[] weight, int next, long fixed, Conditioned body) {
        if (next == majors.size()) {
            sweepUp(lead, weight);
            return body.at(fixed);
        }
        int part = majors.get(next);
        chosen[part] = -1;
        boolean goOn = givenMajors(lead, weight, next + 1, fixed, body);
        for (int slot : candidates.joins(lead, part)) {
            long pairs = pairsWithMajors(part, slot);
            if (goOn && pairs < FORBIDDEN) {
                chosen[part] = slot;
                goOn = givenMajors(lead, weight, next + 1, fixed + weight[costs.ofPart(part)[slot]] + pairs, body);
            }
        }
        chosen[part] = -1;
        return goOn;
    }

    /** phi between a detection and the chosen majors, or {@link dev.jointly.solve.term.Grid#FORBIDDEN}. */
    private long pairsWithMajors(int part, int slot) {
        long sum = 0;
        for (int major : majors) {
            if (chosen[major] >= 0 && major != part) {
                long phi = costs.between(major, part)[chosen[major] * costs.ofPart(part).length + slot];
                if (phi >= FORBIDDEN) {
                    return FORBIDDEN;
                }
                sum += phi;
            }
        }
        return sum;
    }

    private void sweepUp(int lead, long[] weight) {
        for (int q : costs.minors()) {
            upAbsent[q] = 0;
            Arrays.fill(up[q], 0, candidates.joins(lead, q).length, 0);
        }
        for (int q : costs.minors()) {
            int[] slots = candidates.joins(lead, q);
            long[] upQ = up[q];
            for (int i = 0; i < slots.length; i++) {
                long pairs = pairsWithMajors(q, slots[i]);
                upQ[i] = pairs >= FORBIDDEN ? FORBIDDEN : upQ[i] + weight[costs.ofPart(q)[slots[i]]] + pairs;
            }
            int p = costs.parent(q);
            if (p >= 0) {
                sendUp(lead, q, p);
            }
        }
    }

    private void sendUp(int lead, int q, int p) {
        int[] from = candidates.joins(lead, q);
        int[] to = candidates.joins(lead, p);
        long[] upQ = up[q];
        long cheapest = upAbsent[q];
        for (int i = 0; i < from.length; i++) {
            cheapest = Math.min(cheapest, upQ[i]);
        }
        upAbsent[p] += cheapest;
        long[] phi = costs.between(p, q);
        int width = costs.ofPart(q).length;
        for (int j = 0; j < to.length; j++) {
            int row = to[j] * width;
            long least = upAbsent[q];
            for (int i = 0; i < from.length; i++) {
                least = Math.min(least, upQ[i] + phi[row + from[i]]);
            }
            up[p][j] += least;
        }
    }

    private long rootsTotal(int lead) {
        long total = 0;
        for (int q : costs.minors()) {
            if (costs.parent(q) < 0) {
                total += cheapestAt(q, candidates.joins(lead, q).length);
            }
        }
        return total;
    }

    private long cheapestAt(int q, int count) {
        long least = upAbsent[q];
        for (int i = 0; i < count; i++) {
            least = Math.min(least, up[q][i]);
        }
        return least;
    }

    /** Walks down from the roots, finding again at each part which state gave the minimum. */
    private void chooseMinors(int lead) {
        int[] order = costs.minors();
        for (int k = order.length - 1; k >= 0; k--) {
            int q = order[k];
            int[] slots = candidates.joins(lead, q);
            long least = upAbsent[q];
            chosen[q] = -1;
            for (int i = 0; i < slots.length; i++) {
                long value = valueBelowParent(q, slots[i], i);
                if (value < least) {
                    least = value;
                    chosen[q] = slots[i];
                }
            }
        }
    }

    /** Subtree of a candidate plus its pair with the parent part's choice, if there is one. */
    private long valueBelowParent(int q, int slot, int i) {
        int p = costs.parent(q);
        boolean paired = p >= 0 && chosen[p] >= 0;
        return up[q][i] + (paired ? costs.between(p, q)[chosen[p] * costs.ofPart(q).length + slot] : 0);
    }
}
