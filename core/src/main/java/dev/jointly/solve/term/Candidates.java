package dev.jointly.solve.term;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What pricing may choose from: for each lead n the detections C(n) that may join its skeleton, and for each host m
 * the detections N(m) that may be local to it. Reductions shrink it, components and branching decisions restrict it; costs
 * are shared.
 *
 * <p>Some detections must be used. Their use rows are equations, so that their lambda1 may be negative, down to minus the
 * penalty: the cost of the artificial column that keeps such a row feasible.
 */
public final class Candidates {
    private final Costs costs;
    private final int[] leads;
    private final int[][][] joins;
    private final int[] hosts;
    private final int[][] locals;
    private final long[] delta;
    private final long[] penalty;
    /** Computed on first use; threads that compute it at the same time find the same. */
    private volatile int @Nullable [] members;

    /**
     * Takes ownership of the arrays.
     *
     * @param leads detections that may lead a skeleton
     * @param joins by lead and part: slots of that part's candidates, ascending; null for detections that do not lead
     * @param hosts detections with a non-empty N(m), which some skeleton may contain
     * @param locals by detection: N(m), ascending; empty for detections that do not host
     * @param delta by detection: {@code Delta_m <= 0}, the cheapest local assignment of m at the least lambda1, or a bound on it
     * @param penalty by detection: 0, or the positive penalty of one that must be used, a whole number of micro-units on the
     *     grid
     */
    public Candidates(
            Costs costs, int[] leads, int[][][] joins, int[] hosts, int[][] locals, long[] delta, long[] penalty) {
        this.costs = costs;
        this.leads = leads;
        this.joins = joins;
        this.hosts = hosts;
        this.locals = locals;
        this.delta = delta;
        this.penalty = penalty;
    }

    public Costs costs() {
        return costs;
    }

    public int[] leads() {
        return leads;
    }

    /** Slots of part q that may join the skeleton of this lead. */
    public int[] joins(int lead, int q) {
        return joins[lead][q];
    }

    public int[] hosts() {
        return hosts;
    }

    /** N(m). */
    public int[] locals(int m) {
        return locals[m];
    }

    /** Delta_m. */
    public long delta(int m) {
        return delta[m];
    }

    /** Whether every solution must use a detection. */
    public boolean required(int d) {
        return penalty[d] > 0;
    }

    /** What it costs in the master to leave a detection unused that must be used; 0 for all others. On the grid. */
    public long penalty(int d) {
        return penalty[d];
    }

    /** The least value of lambda1 that is of use: negative only for detections that must be used. */
    public long priceFloor(int d) {
        return -penalty[d];
    }

    /** The least lambda1 - lambda3, less discounts, at which what reductions have ruled out stays of no use. */
    public long leastInSkeleton(int d) {
        return priceFloor(d) + delta[d];
    }

    /**
     * The same prices, but lambda1 raised where discounts of cuts would make a detection cheaper than reductions reckoned
     * with.
     *
     * @param bits floors are rounded up to multiples of 2^bits
     */
    public DualPoint withPriceFloors(DualPoint point, int bits) {
        CutPrices cuts = point.cuts();
        if (cuts.zero()) {
            return point;
        }
        long[] lambda1 = point.lambda1().clone();
        for (int t = 0; t < cuts.sigma().length; t++) {
            for (int d : cuts.cuts().get(t).host()) {
                long floor = leastInSkeleton(d) + point.lambda3()[d] + cuts.discount(d);
                lambda1[d] = Math.max(lambda1[d], -(-floor >> bits) << bits);
            }
        }
        return new DualPoint(point.scaleBits(), lambda1, point.lambda3(), cuts, point.nu());
    }

    /** The same prices, with lambda3 not above what the best local assignment left can save: more of it only costs. */
    public DualPoint capped(DualPoint prices) {
        DualPoint capped = prices.copy();
        for (int d = 0; d < capped.lambda3().length; d++) {
            capped.lambda3()[d] = Math.min(capped.lambda3()[d], -delta[d]);
        }
        return capped;
    }

    /** Whether a column is made of these candidates. */
    public boolean allow(Column column) {
        boolean isLocal = column instanceof LocalAssignment;
        int holder = column instanceof LocalAssignment local ? local.global() : costs.lead(column.used());
        boolean allowed = contains(isLocal ? hosts : leads, holder);
        for (int d : column.used()) {
            allowed = allowed
                    && (isLocal
                            ? contains(locals[holder], d)
                            : d == holder || contains(joins[holder][costs.part(d)], costs.slot(d)));
        }
        return allowed;
    }

    private static boolean contains(int[] ascending, int wanted) {
        return Arrays.binarySearch(ascending, wanted) >= 0;
    }

    /** Every detection that a skeleton or a local assignment of these candidates may contain, ascending. */
    public int[] members() {
        int[] known = members;
        if (known == null) {
            known = findMembers();
            members = known;
        }
        return known.clone();
    }

    private int[] findMembers() {
        BitSet members = new BitSet();
        for (int n : leads) {
            members.set(n);
            for (int q = 0; q < costs.parts(); q++) {
                for (int slot : joins[n][q]) {
                    members.set(costs.ofPart(q)[slot]);
                }
            }
        }
        for (int m : hosts) {
            members.set(m);
            for (int d : locals[m]) {
                members.set(d);
            }
        }
        return members.stream().toArray();
    }

    /** The same choices without a limit on the number of poses. */
    public Candidates withoutLimit() {
        return new Candidates(costs.withoutLimit(), leads, joins, hosts, locals, delta, penalty);
    }

    /** The same choices for a subset of leads and hosts. */
    public Candidates restrictedTo(int[] someLeads, int[] someHosts) {
        return new Candidates(costs, someLeads, joins, someHosts, locals, delta, penalty);
    }

    /** Prices at which no local assignment pays, wherever lambda1 is at its floor or above: lambda1 = 0, lambda3 = -Delta. */
    public DualPoint start() {
        DualPoint start = DualPoint.zero(costs.grid().bits(), costs.size());
        for (int m = 0; m < costs.size(); m++) {
            start.lambda3()[m] = -delta[m];
        }
        return start;
    }
}
