package dev.jointly.solve.reduce;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.solve.price.LocalPricer;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Shrinks the candidate lists without changing the optimum, nor the bound of any dual point with lambda1 not below its floor
 * and lambda3 at most -Delta: whatever is dropped could be taken out of any skeleton or local assignment without raising its
 * cost.
 */
public final class Reduction {
    private static final int[] NONE = {};

    private final Costs costs;
    private final BitSet skipped;
    /** By detection: how far lambda1 may fall below zero. */
    private final long[] penalty;

    private final BooleanSupplier stopped;
    private final int[][] locals;
    private final long[] delta;
    private final int[][][] joins;

    private Reduction(Costs costs, BitSet skipped, long[] penalty, BooleanSupplier stopped) {
        this.costs = costs;
        this.skipped = skipped;
        this.penalty = penalty;
        this.stopped = stopped;
        this.locals = new int[costs.size()][];
        this.delta = new long[costs.size()];
        this.joins = new int[costs.size()][][];
    }

    /** The reductions, each exact on its own. */
    enum Step {
        LOCALS,
        JOINS,
        HOSTS
    }

    /** Everything the format allows, nothing dropped. */
    public static Candidates none(Costs costs) {
        return none(costs, new BitSet());
    }

    /** The same without some detections, which no pose may have. */
    public static Candidates none(Costs costs, BitSet skipped) {
        Reduction reduction = new Reduction(costs, skipped, new long[costs.size()], () -> false);
        return reduced(reduction, EnumSet.noneOf(Step.class));
    }

    /** What is left when all reductions have run dry. */
    public static Candidates of(Costs costs) {
        return of(costs, new BitSet(), new long[costs.size()], () -> false);
    }

    /**
     * The same without some detections, which no pose may have.
     *
     * @param penalty by detection: positive where it must be used, and the most that doing so may cost
     * @param stopped when to be content with longer lists
     */
    public static Candidates of(Costs costs, BitSet skipped, long[] penalty, BooleanSupplier stopped) {
        return reduced(new Reduction(costs, skipped, penalty, stopped), EnumSet.allOf(Step.class));
    }

    static Candidates of(Costs costs, Set<Step> steps) {
        return reduced(new Reduction(costs, new BitSet(), new long[costs.size()], () -> false), steps);
    }

    private static Candidates reduced(Reduction reduction, Set<Step> steps) {
        reduction.listJoins();
        reduction.listLocals(steps.contains(Step.LOCALS));
        if (steps.contains(Step.JOINS)) {
            reduction.dropUselessJoins();
        }
        if (steps.contains(Step.HOSTS)) {
            reduction.dropHostsNoSkeletonHas();
        }
        return reduction.candidates();
    }

    private Candidates candidates() {
        int[] leads = indices(d -> joins[d] != null);
        int[] hosts = indices(d -> locals[d].length > 0);
        return new Candidates(costs, leads, joins, hosts, locals, delta, penalty);
    }

    /** N(m), and Delta_m, or a bound on it that takes no time where no detection can lead a skeleton. */
    private void listLocals(boolean reduce) {
        boolean hopeless = Arrays.stream(joins).allMatch(Objects::isNull);
        for (int m = 0; m < costs.size(); m++) {
            int[] sameJoint = costs.ofPart(costs.part(m));
            int[] list = new int[sameJoint.length];
            int count = 0;
            for (int d : sameJoint) {
                boolean may = d != m && costs.phi(m, d) < FORBIDDEN && !skipped.get(m) && !skipped.get(d);
                if (may && !(reduce && cannotHelp(m, d))) {
                    list[count++] = d;
                }
            }
            locals[m] = Arrays.copyOf(list, count);
            if (reduce && !hopeless && !stopped.getAsBoolean()) {
                locals[m] = dropUselessLocals(m, locals[m]);
            }
        }
        LocalPricer pricer = LocalPricer.rough(
                new Candidates(costs, NONE, joins, NONE, locals, delta, penalty),
                () -> hopeless || stopped.getAsBoolean());
        long[] least = new long[costs.size()];
        Arrays.setAll(least, d -> -penalty[d]);
        for (int m = 0; m < costs.size(); m++) {
            delta[m] = locals[m].length == 0 ? 0 : pricer.price(m, least, 0);
        }
    }

    /** What the use of d costs at the least lambda1. */
    private long leastCost(int d) {
        return costs.theta(d) - penalty[d];
    }

    /** Whether d costs too much beside m even with every attractive pair of its part: most are dropped by this alone. */
    private boolean cannotHelp(int m, int d) {
        return leastCost(d) + costs.phi(m, d) + costs.negativePairSum(d) >= 0;
    }

    /** Drops d while theta_d - penalty_d + phi_md + sum of the attractive pairs left in N(m) >= 0. */
    private int[] dropUselessLocals(int m, int[] neighbours) {
        int[] kept = neighbours.clone();
        int count = kept.length;
        boolean dropped;
        do {
            dropped = false;
            int next = 0;
            if (stopped.getAsBoolean()) {
                break;
            }
            for (int k = 0; k < count; k++) {
                int d = kept[k];
                long least = leastCost(d) + costs.phi(m, d);
                for (int h = 0; h < count && costs.negativePairSum(d) < 0; h++) {
                    if (h != k) {
                        least += Math.min(0, costs.phi(d, kept[h]));
                    }
                }
                if (least < 0) {
                    kept[next++] = d;
                } else {
                    dropped = true;
                }
            }
            count = next;
        } while (dropped);
        return Arrays.copyOf(kept, count);
    }

    /** C(n): what may be with the lead at all; parts of earlier majors stay empty, for n would not lead then. */
    private void listJoins() {
        for (int k = 0; k < costs.majors().size(); k++) {
            for (int n : costs.ofPart(costs.majors().get(k))) {
                if (skipped.get(n)) {
                    continue;
                }
                joins[n] = new int[costs.parts()][];
                for (int q = 0; q < costs.parts(); q++) {
                    int major = costs.majors().indexOf(q);
                    joins[n][q] = major >= 0 && major <= k ? NONE : allowedWith(n, q);
                }
            }
        }
    }

    private int[] allowedWith(int n, int q) {
        int[] slots = new int[costs.ofPart(q).length];
        int count = 0;
        for (int slot = 0; slot < slots.length; slot++) {
            int d = costs.ofPart(q)[slot];
            if (costs.phi(n, d) < FORBIDDEN && !skipped.get(d)) {
                slots[count++] = slot;
            }
        }
        return Arrays.copyOf(slots, count);
    }

    /** Drops d from C(n) while its own costs outweigh the cheapest pairs its neighbour parts could offer. */
    private void dropUselessJoins() {
        for (int n = 0; n < costs.size(); n++) {
            if (joins[n] != null && !stopped.getAsBoolean()) {
                boolean dropped;
                do {
                    dropped = false;
                    for (int q = 0; q < costs.parts(); q++) {
                        int before = joins[n][q].length;
                        joins[n][q] = usefulJoins(n, q);
                        dropped |= joins[n][q].length < before;
                    }
                } while (dropped);
            }
        }
    }

    private int[] usefulJoins(int n, int q) {
        int[] kept = new int[joins[n][q].length];
        int count = 0;
        for (int slot : joins[n][q]) {
            int d = costs.ofPart(q)[slot];
            long least = leastCost(d) + delta[d] + costs.phi(n, d);
            for (int other = 0; other < costs.parts() && least >= 0; other++) {
                if (other != q) {
                    least += cheapestPair(n, q, slot, other);
                }
            }
            if (least < 0) {
                kept[count++] = slot;
            }
        }
        return count == kept.length ? joins[n][q] : Arrays.copyOf(kept, count);
    }

    private long cheapestPair(int n, int q, int slot, int other) {
        long[] phi = costs.between(q, other);
        if (phi.length == 0) {
            return 0;
        }
        int row = slot * costs.ofPart(other).length;
        long least = 0;
        for (int e : joins[n][other]) {
            least = Math.min(least, phi[row + e]);
        }
        return least;
    }

    private void dropHostsNoSkeletonHas() {
        BitSet inSkeleton = new BitSet();
        for (int n = 0; n < costs.size(); n++) {
            if (joins[n] != null) {
                inSkeleton.set(n);
                for (int q = 0; q < costs.parts(); q++) {
                    for (int slot : joins[n][q]) {
                        inSkeleton.set(costs.ofPart(q)[slot]);
                    }
                }
            }
        }
        for (int m = 0; m < costs.size(); m++) {
            if (!inSkeleton.get(m)) {
                locals[m] = NONE;
            }
        }
    }

    private int[] indices(IntPredicate wanted) {
        return IntStream.range(0, costs.size()).filter(wanted).toArray();
    }
}
