package dev.jointly.solve.price;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest skeleton led by a detection, under a weight per detection.
 *
 * <p>A skeleton is led by the detection of the first major part it has. Given the lead and a choice for every later
 * major part (one of its detections, or none), all pairs with majors become part of the weights, and what is left of
 * the limb tree is a forest over the minor parts. There the dynamic program runs from the leaves up; "part absent" is a
 * state like any other, without pair costs towards its neighbours. Choices of majors that cannot lead to the best are
 * passed over.
 *
 * <p>Where it is stopped on the way, what it returns is a bound that every skeleton of the lead keeps. Not thread-safe: it
 * keeps its tables between calls.
 */
public final class SkeletonPricer {
    private static final long[] NO_PAIRS = {};

    private final Candidates candidates;
    private final Costs costs;
    private final List<Integer> majors;
    private final BooleanSupplier stopped;
    private boolean cut;

    /** Per part: the chosen slot, or -1. For major parts also the conditioning of the program. */
    private final int[] chosen;

    private final int[] best;
    private long bestValue;
    /** Per minor part: cheapest subtree by candidate, and with the part absent. */
    private final long[][] up;

    private final long[] upAbsent;
    /** By number of majors chosen, minor part and candidate: its weight and its pairs with them. */
    private final long[][][] own;
    /** By number of majors chosen: what minor parts cost at least, each with its cheapest limb towards its parent. */
    private final long[] least;
    /** By position among the majors: what these and all later ones cost at least, with their cheapest pairs. */
    private final long[] laterMajors;

    private final PairLowerBounds pairBounds;

    public SkeletonPricer(Candidates candidates) {
        this(candidates, () -> false);
    }

    /** @param stopped when to cut the search short */
    public SkeletonPricer(Candidates candidates, BooleanSupplier stopped) {
        this.candidates = candidates;
        this.stopped = stopped;
        costs = candidates.costs();
        majors = costs.majors();
        int parts = costs.parts();
        chosen = new int[parts];
        best = new int[parts];
        up = new long[parts][];
        upAbsent = new long[parts];
        pairBounds = new PairLowerBounds(candidates);
        own = new long[majors.size() + 1][parts][];
        least = new long[majors.size() + 1];
        laterMajors = new long[majors.size() + 1];
        for (int q : costs.minors()) {
            up[q] = new long[costs.ofPart(q).length];
            for (long[][] some : own) {
                some[q] = new long[costs.ofPart(q).length];
            }
        }
    }

    /**
     * Looks for the cheapest skeleton led by {@code lead}: omega, weights and pairs. {@link #cheapest} tells its detections.
     *
     * @return its cost, or {@code below} where none is cheaper; a lower bound on both where it was stopped
     */
    public long price(int lead, long[] weight, long below) {
        bestValue = below;
        Arrays.fill(best, -1);
        Arrays.fill(chosen, -1);
        cut = stopped.getAsBoolean();
        if (cut) {
            return Math.min(below, floor(lead, weight));
        }
        for (int q : costs.minors()) {
            int[] slots = candidates.joins(lead, q);
            for (int i = 0; i < slots.length; i++) {
                own[0][q][i] = weight[costs.ofPart(q)[slots[i]]];
            }
        }
        int part = costs.part(lead);
        choose(lead, part, costs.slot(lead), 0);
        boundLaterMajors(lead, weight);
        withMajors(lead, weight, majors.indexOf(part) + 1, 1, costs.omega() + weight[lead]);
        return cut ? Math.min(bestValue, floor(lead, weight)) : bestValue;
    }

    /** What every skeleton of a lead costs at least: each part's best, with its most attractive pairs of any kind. */
    private long floor(int lead, long[] weight) {
        long floor = costs.omega() + weight[lead];
        for (int q = 0; q < costs.parts(); q++) {
            long least = 0;
            for (int slot : candidates.joins(lead, q)) {
                int d = costs.ofPart(q)[slot];
                least = Math.min(least, atLeast(d, weight));
            }
            floor += least;
        }
        return floor;
    }

    /** The detections of the skeleton found by the last {@link #price}, ascending; empty where none was cheap enough. */
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

    /**
     * Tries every choice of the major parts from {@code next} on.
     *
     * @param count majors chosen so far
     * @param fixed what these and omega cost
     */
    private void withMajors(int lead, long[] weight, int next, int count, long fixed) {
        cut = cut || (next > 1 && stopped.getAsBoolean());
        if (cut) {
            return;
        }
        if (next == majors.size()) {
            if (fixed + least[count] < bestValue) {
                sweepUp(lead, count);
                keepIfBest(lead, fixed + rootsTotal(lead));
            }
            return;
        }
        int part = majors.get(next);
        for (int slot : candidates.joins(lead, part)) {
            long pairs = costs.pairsWithMajors(chosen, part, slot);
            int d = costs.ofPart(part)[slot];
            long promise = fixed + atLeast(d, weight) + laterMajors[next + 1] + least[count];
            if (pairs < FORBIDDEN && promise < bestValue) {
                choose(lead, part, slot, count);
                withMajors(lead, weight, next + 1, count + 1, fixed + weight[d] + pairs);
                chosen[part] = -1;
            }
        }
        withMajors(lead, weight, next + 1, count, fixed);
    }

    private void boundLaterMajors(int lead, long[] weight) {
        for (int k = majors.size() - 1; k > majors.indexOf(costs.part(lead)); k--) {
            int part = majors.get(k);
            long cheapest = 0;
            for (int slot : candidates.joins(lead, part)) {
                cheapest = Math.min(cheapest, atLeast(costs.ofPart(part)[slot], weight));
            }
            laterMajors[k] = laterMajors[k + 1] + cheapest;
        }
    }

    /** What a detection brings into any skeleton, with its cheapest pairs. */
    private long atLeast(int d, long[] weight) {
        return weight[d] + pairBounds.ofDetection(d);
    }

    /** Chooses one more major detection: minor candidates cost what they did and their pair with it. */
    private void choose(int lead, int major, int slot, int count) {
        chosen[major] = slot;
        long[][] limbsOfLead = pairBounds.limbs(lead);
        long total = 0;
        for (int q : costs.minors()) {
            int[] slots = candidates.joins(lead, q);
            long[] before = own[count][q];
            long[] after = own[count + 1][q];
            long[] limbsOfPart = limbsOfLead[q];
            long[] phi = costs.between(major, q);
            int row = slot * costs.ofPart(q).length;
            long cheapest = 0;
            for (int i = 0; i < slots.length; i++) {
                long value = Math.min(FORBIDDEN, before[i] + phi[row + slots[i]]);
                after[i] = value;
                cheapest = Math.min(cheapest, value + limbsOfPart[i]);
            }
            total += cheapest;
        }
        least[count + 1] = total;
    }

    private void keepIfBest(int lead, long value) {
        if (value < bestValue) {
            bestValue = value;
            chooseMinors(lead);
            System.arraycopy(chosen, 0, best, 0, best.length);
        }
    }

    private void sweepUp(int lead, int count) {
        for (int q : costs.minors()) {
            System.arraycopy(own[count][q], 0, up[q], 0, candidates.joins(lead, q).length);
            upAbsent[q] = 0;
        }
        for (int q : costs.minors()) {
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
        upAbsent[p] += cheapestAt(q, from.length);
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
            int p = costs.parent(q);
            boolean paired = p >= 0 && chosen[p] >= 0;
            long[] phi = paired ? costs.between(p, q) : NO_PAIRS;
            int row = paired ? chosen[p] * costs.ofPart(q).length : 0;
            int[] slots = candidates.joins(lead, q);
            long[] upQ = up[q];
            long least = upAbsent[q];
            int state = -1;
            for (int i = 0; i < slots.length; i++) {
                long value = paired ? upQ[i] + phi[row + slots[i]] : upQ[i];
                if (value < least) {
                    least = value;
                    state = slots[i];
                }
            }
            chosen[q] = state;
        }
    }

    /** What pairs can save at most. Nothing of it depends on prices, so it is worked out once, where it is needed. */
    static final class PairLowerBounds {
        private final Candidates candidates;
        private final Costs costs;
        /** By lead, minor part and candidate. */
        private final long[][] @Nullable [] limbs;

        private long @Nullable [] sums;

        PairLowerBounds(Candidates candidates) {
            this.candidates = candidates;
            costs = candidates.costs();
            limbs = new long[costs.size()][][];
        }

        /** The sum over all other parts of a detection's cheapest pair there. */
        long ofDetection(int d) {
            long[] known = sums;
            if (known == null) {
                known = findSums();
                sums = known;
            }
            return known[d];
        }

        private long[] findSums() {
            long[] found = new long[costs.size()];
            for (int d : candidates.members()) {
                int p = costs.part(d);
                for (int q = 0; q < costs.parts(); q++) {
                    int size = q == p || costs.between(p, q).length == 0 ? 0 : costs.ofPart(q).length;
                    long least = 0;
                    for (int i = costs.slot(d) * size; i < (costs.slot(d) + 1) * size; i++) {
                        least = Math.min(least, costs.between(p, q)[i]);
                    }
                    found[d] += least;
                }
            }
            return found;
        }

        /** By minor part and candidate: its cheapest pair with one of the lead's candidates of the parent part, or 0. */
        long[][] limbs(int lead) {
            long[][] known = limbs[lead];
            if (known == null) {
                known = findLimbs(lead);
                limbs[lead] = known;
            }
            return known;
        }

        private long[][] findLimbs(int lead) {
            long[][] found = new long[costs.parts()][];
            for (int q : costs.minors()) {
                int[] slots = candidates.joins(lead, q);
                found[q] = new long[slots.length];
                int p = costs.parent(q);
                for (int i = 0; p >= 0 && i < slots.length; i++) {
                    for (int above : candidates.joins(lead, p)) {
                        long phi = costs.between(p, q)[above * costs.ofPart(q).length + slots[i]];
                        found[q][i] = Math.min(found[q][i], phi);
                    }
                }
            }
            return found;
        }
    }
}
