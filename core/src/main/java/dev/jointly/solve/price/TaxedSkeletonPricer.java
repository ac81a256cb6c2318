package dev.jointly.solve.price;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.solve.price.ParityTables.Chain;
import dev.jointly.solve.price.ParityTables.Table;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.HalfIntegralCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The cheapest skeleton led by a detection where cuts tax it: the dynamic program of {@link SkeletonPricer} with one bit per
 * cut that says whether an odd number of its detections has been chosen. Slower by a power of the number of cuts that can
 * tax skeletons of one lead; most leads never need it. Not thread-safe.
 */
final class TaxedSkeletonPricer {
    private final Candidates candidates;
    private final Costs costs;
    private final List<Integer> majors;
    private final List<HalfIntegralCut> open = new ArrayList<>();
    private ParityTables tables = new ParityTables(new long[1]);
    private int[] chosen = {};
    private final BooleanSupplier stopped;
    private boolean cut;
    private long bestValue;
    private @Nullable Chain best;

    /** @param stopped when to be content with the bound without taxes */
    TaxedSkeletonPricer(Candidates candidates, BooleanSupplier stopped) {
        this.candidates = candidates;
        this.stopped = stopped;
        costs = candidates.costs();
        majors = costs.majors();
    }

    /** Whether a skeleton of these detections pays any tax. */
    boolean taxes(int[] detections, CutPrices cuts) {
        for (int t = 0; t < cuts.sigma().length; t++) {
            HalfIntegralCut cut = cuts.cuts().get(t);
            if (cuts.sigma(t) > 0
                    && Arrays.stream(detections).filter(cut::counts).count() > 1) {
                return true;
            }
        }
        return false;
    }

    /**
     * Looks for the cheapest skeleton, taxes included; {@link #cheapest} tells its detections.
     *
     * @param weight discounts included
     * @param untaxed what every skeleton costs at least without taxes
     * @return its cost, or 0 where none is cheaper; the cost without taxes where it was stopped
     */
    long price(int lead, long[] weight, CutPrices cuts, long untaxed) {
        cut = false;
        gatherOpen(lead, cuts);
        chosen = new int[costs.parts()];
        Arrays.fill(chosen, -1);
        chosen[costs.part(lead)] = costs.slot(lead);
        bestValue = 0;
        best = null;
        withMajors(lead, weight, majors.indexOf(costs.part(lead)) + 1, alone(lead, costs.omega() + weight[lead]));
        return cut ? untaxed : bestValue;
    }

    /** The detections found by the last {@link #price}, ascending; empty where none was cheap enough, or not in time. */
    int[] cheapest() {
        return ParityTables.detections(best);
    }

    /** The cuts with members in two parts of the lead's candidates. */
    private void gatherOpen(int lead, CutPrices cuts) {
        open.clear();
        List<Long> prices = new ArrayList<>();
        for (int t = 0; t < cuts.sigma().length; t++) {
            if (cuts.sigma(t) > 0 && isOpen(candidates, lead, cuts.cuts().get(t))) {
                open.add(cuts.cuts().get(t));
                prices.add(cuts.sigma(t));
            }
        }
        long[] tax = new long[1 << open.size()];
        for (int set = 1; set < tax.length; set++) {
            int lowest = Integer.numberOfTrailingZeros(set);
            tax[set] = tax[set & (set - 1)] + prices.get(lowest);
        }
        tables = new ParityTables(tax);
    }

    /** Whether a cut has members in two parts among a lead and its candidates. */
    static boolean isOpen(Candidates candidates, int lead, HalfIntegralCut cut) {
        Costs costs = candidates.costs();
        int parts = cut.counts(lead) ? 1 : 0;
        for (int q = 0; q < costs.parts() && parts < 2; q++) {
            for (int slot : candidates.joins(lead, q)) {
                if (cut.counts(costs.ofPart(q)[slot])) {
                    parts++;
                    break;
                }
            }
        }
        return parts > 1;
    }

    private int odd(int d) {
        int bits = 0;
        for (int t = 0; t < open.size(); t++) {
            bits |= open.get(t).counts(d) ? 1 << t : 0;
        }
        return bits;
    }

    private void withMajors(int lead, long[] weight, int next, Table soFar) {
        if (isStopped()) {
            return;
        }
        if (next == majors.size()) {
            Table all = forest(lead, weight, soFar);
            for (int i = 0; i < all.size(); i++) {
                if (all.cost()[i] < bestValue) {
                    bestValue = all.cost()[i];
                    best = all.chain()[i];
                }
            }
            return;
        }
        withMajors(lead, weight, next + 1, soFar);
        int part = majors.get(next);
        for (int slot : candidates.joins(lead, part)) {
            long pairs = costs.pairsWithMajors(chosen, part, slot);
            if (pairs < FORBIDDEN) {
                int d = costs.ofPart(part)[slot];
                chosen[part] = slot;
                withMajors(lead, weight, next + 1, tables.combined(soFar, alone(d, weight[d] + pairs)));
                chosen[part] = -1;
            }
        }
    }

    private Table alone(int d, long cost) {
        return ParityTables.one(odd(d), cost, d);
    }

    /** Minor parts from the leaves up, and all together with what the majors cost. */
    private Table forest(int lead, long[] weight, Table soFar) {
        Table[][] up = new Table[costs.parts()][];
        Table[] absent = new Table[costs.parts()];
        for (int q : costs.minors()) {
            int[] slots = candidates.joins(lead, q);
            up[q] = new Table[slots.length];
            for (int i = 0; i < slots.length; i++) {
                int d = costs.ofPart(q)[slots[i]];
                long pairs = costs.pairsWithMajors(chosen, q, slots[i]);
                up[q][i] = pairs < FORBIDDEN ? alone(d, weight[d] + pairs) : ParityTables.NOTHING;
            }
            absent[q] = ParityTables.NO_DETECTION;
        }
        Table all = soFar;
        for (int q : costs.minors()) {
            int p = costs.parent(q);
            if (isStopped()) {
                return ParityTables.NOTHING;
            }
            if (p < 0) {
                all = tables.combined(all, tables.least(absent[q], up[q]));
            } else {
                sendUp(lead, q, up, absent);
            }
        }
        return all;
    }

    private void sendUp(int lead, int q, Table[][] up, Table[] absent) {
        int p = costs.parent(q);
        int[] from = candidates.joins(lead, q);
        int[] to = candidates.joins(lead, p);
        long[] phi = costs.between(p, q);
        for (int j = 0; j < to.length; j++) {
            tables.offer(absent[q], 0);
            for (int i = 0; i < from.length; i++) {
                long pair = phi[to[j] * costs.ofPart(q).length + from[i]];
                if (pair < FORBIDDEN) {
                    tables.offer(up[q][i], pair);
                }
            }
            up[p][j] = tables.combined(up[p][j], tables.taken());
        }
        absent[p] = tables.combined(absent[p], tables.least(absent[q], up[q]));
    }

    /** A stopped search is over: what is left of it takes next to no time. */
    private boolean isStopped() {
        cut = cut || stopped.getAsBoolean();
        return cut;
    }
}
