package dev.jointly.certify;

import dev.jointly.anatomy.Anatomy;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The duals of the cuts that count for some leads and hosts: which detections each of them can charge. */
final class CutDuals {
    /** Open cuts of one lead, and taxed detections of one host, at most. */
    static final int MAX_OPEN = 12;

    private final Anatomy anatomy;
    private final DenseCosts costs;
    private final WorkBudget effort;
    private final List<CheckedCut> cuts;
    private long[] sigma = {};

    CutDuals(LagrangianTerm.Searches searches, List<CheckedCut> cuts) {
        anatomy = searches.anatomy();
        costs = searches.costs();
        effort = searches.effort();
        this.cuts = cuts;
    }

    /** The prices of the cuts, in a leaf. */
    void set(long[] prices) {
        sigma = prices;
    }

    /** What the cuts take off the bound. */
    long constant() {
        long constant = 0;
        for (int t = 0; t < sigma.length; t++) {
            constant = Math.addExact(
                    constant, Math.multiplyExact(sigma[t], (long) cuts.get(t).limit()));
        }
        return constant;
    }

    /** A price and the detections whose pairs pay it. */
    record Open(CheckedCut cut, long sigma) {}

    /**
     * The cuts that can tax skeletons led by n.
     *
     * @throws IllegalArgumentException if these are too many
     */
    List<Open> open(int n) {
        List<Open> open = open(cut -> inTwoParts(n, cut));
        if (open.size() > MAX_OPEN) {
            throw new IllegalArgumentException("too many cuts: " + open.size() + " can tax skeletons led by detection "
                    + n + ", the limit is " + MAX_OPEN);
        }
        return open;
    }

    private boolean inTwoParts(int n, CheckedCut cut) {
        effort.need(1 + cut.odd.length);
        BitSet parts = new BitSet();
        for (int e : cut.odd) {
            int part = costs.part(e);
            boolean mayCome = e == n
                    || (part != costs.part(n)
                            && !(part < costs.part(n) && anatomy.isMajor(part))
                            && costs.usable(e)
                            && costs.row(n, part)[costs.slot(e)] != DenseCosts.FORBIDDEN);
            if (mayCome) {
                parts.set(part);
            }
        }
        return parts.cardinality() > 1;
    }

    /** The cuts that can tax local assignments of m. */
    List<Open> openLocal(int m) {
        return open(cut -> beside(m, cut).length + (cut.hosts(m) ? 1 : 0) > 1);
    }

    private List<Open> open(Predicate<CheckedCut> taxes) {
        return IntStream.range(0, sigma.length)
                .filter(t -> sigma[t] > 0 && taxes.test(cuts.get(t)))
                .mapToObj(t -> new Open(cuts.get(t), sigma[t]))
                .toList();
    }

    /**
     * Those whose number in a set decides its tax, ascending.
     *
     * @throws IllegalArgumentException if these are too many
     */
    int[] taxed(int m, List<Open> open) {
        int[] taxed = open.stream()
                .flatMapToInt(one -> Arrays.stream(beside(m, one.cut())))
                .sorted()
                .distinct()
                .toArray();
        if (taxed.length > MAX_OPEN) {
            throw new IllegalArgumentException("too many cuts: " + taxed.length
                    + " detections are taxed beside detection " + m + ", the limit is " + MAX_OPEN);
        }
        return taxed;
    }

    private int[] beside(int m, CheckedCut cut) {
        effort.need(1 + cut.use.length);
        int part = costs.part(m);
        return Arrays.stream(cut.use)
                .filter(e -> e != m
                        && costs.part(e) == part
                        && costs.usable(e)
                        && costs.row(m, part)[costs.slot(e)] != DenseCosts.FORBIDDEN)
                .toArray();
    }
}
