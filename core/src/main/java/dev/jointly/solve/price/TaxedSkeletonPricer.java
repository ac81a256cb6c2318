package dev.jointly.solve.price;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.HalfIntegralCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    /** By set of cuts, as bits: what these cost together. */
    private long[] tax = {};

    private int[] chosen = {};
    private long bestValue;
    private @Nullable Chain best;

    /** Detections chosen, as a binary tree. */
    private record Chain(
            int detection, @Nullable Chain one, @Nullable Chain other) {}

    /** Sets of odd cuts, each with the least cost and who has it. */
    private record Table(int[] state, long[] cost, @Nullable Chain[] chain) {
        int size() {
            return state.length;
        }
    }

    private static final Table NOTHING = new Table(new int[0], new long[0], new Chain[0]);
    private static final Table NOBODY = new Table(new int[] {0}, new long[] {0}, new Chain[] {null});

    /** Where a table is put together; by state, with those that are in use. */
    private long[] least = {};

    private @Nullable Chain[] who = {};
    private int[] used = {};
    private int usedCount;

    private void offer(int state, long cost, @Nullable Chain chain) {
        if (least[state] == FORBIDDEN) {
            used[usedCount++] = state;
        } else if (cost >= least[state]) {
            return;
        }
        least[state] = cost;
        who[state] = chain;
    }

    private void offer(Table table, long extra) {
        for (int i = 0; i < table.size(); i++) {
            offer(table.state()[i], table.cost()[i] + extra, table.chain()[i]);
        }
    }

    /** What has been offered since the last time. */
    private Table taken() {
        Table table = new Table(new int[usedCount], new long[usedCount], new Chain[usedCount]);
        for (int i = 0; i < usedCount; i++) {
            int state = used[i];
            table.state()[i] = state;
            table.cost()[i] = least[state];
            table.chain()[i] = who[state];
            least[state] = FORBIDDEN;
        }
        usedCount = 0;
        return table;
    }

    TaxedSkeletonPricer(Candidates candidates) {
        this.candidates = candidates;
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
     * @return its cost, or 0 where none is cheaper
     */
    long price(int lead, long[] weight, CutPrices cuts) {
        gatherOpen(lead, cuts);
        chosen = new int[costs.parts()];
        Arrays.fill(chosen, -1);
        chosen[costs.part(lead)] = costs.slot(lead);
        bestValue = 0;
        best = null;
        withMajors(lead, weight, majors.indexOf(costs.part(lead)) + 1, alone(lead, costs.omega() + weight[lead]));
        return bestValue;
    }

    /** The detections found by the last {@link #price}, ascending; empty where none was cheap enough. */
    int[] cheapest() {
        List<Integer> detections = new ArrayList<>();
        List<Chain> left = new ArrayList<>();
        if (best != null) {
            left.add(best);
        }
        while (!left.isEmpty()) {
            Chain chain = left.remove(left.size() - 1);
            if (chain.detection() >= 0) {
                detections.add(chain.detection());
            }
            if (chain.one() != null) {
                left.add(chain.one());
            }
            if (chain.other() != null) {
                left.add(chain.other());
            }
        }
        return detections.stream().mapToInt(d -> d).sorted().toArray();
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
        tax = new long[1 << open.size()];
        for (int set = 1; set < tax.length; set++) {
            int lowest = Integer.numberOfTrailingZeros(set);
            tax[set] = tax[set & (set - 1)] + prices.get(lowest);
        }
        if (least.length < tax.length) {
            least = new long[tax.length];
            Arrays.fill(least, FORBIDDEN);
            who = new Chain[tax.length];
            used = new int[tax.length];
        }
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
            long pairs = pairsWithMajors(part, slot);
            if (pairs < FORBIDDEN) {
                int d = costs.ofPart(part)[slot];
                chosen[part] = slot;
                withMajors(lead, weight, next + 1, combined(soFar, alone(d, weight[d] + pairs)));
                chosen[part] = -1;
            }
        }
    }

    private Table alone(int d, long cost) {
        return new Table(new int[] {odd(d)}, new long[] {cost}, new Chain[] {new Chain(d, null, null)});
    }

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

    /** Minor parts from the leaves up, and all together with what the majors cost. */
    private Table forest(int lead, long[] weight, Table soFar) {
        Table[][] up = new Table[costs.parts()][];
        Table[] absent = new Table[costs.parts()];
        for (int q : costs.minors()) {
            int[] slots = candidates.joins(lead, q);
            up[q] = new Table[slots.length];
            for (int i = 0; i < slots.length; i++) {
                int d = costs.ofPart(q)[slots[i]];
                long pairs = pairsWithMajors(q, slots[i]);
                up[q][i] = pairs < FORBIDDEN ? alone(d, weight[d] + pairs) : NOTHING;
            }
            absent[q] = NOBODY;
        }
        Table all = soFar;
        for (int q : costs.minors()) {
            int p = costs.parent(q);
            if (p < 0) {
                all = combined(all, least(absent[q], up[q]));
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
            offer(absent[q], 0);
            for (int i = 0; i < from.length; i++) {
                long pair = phi[to[j] * costs.ofPart(q).length + from[i]];
                if (pair < FORBIDDEN) {
                    offer(up[q][i], pair);
                }
            }
            up[p][j] = combined(up[p][j], taken());
        }
        absent[p] = combined(absent[p], least(absent[q], up[q]));
    }

    private Table least(Table absent, Table[] present) {
        offer(absent, 0);
        for (Table one : present) {
            offer(one, 0);
        }
        return taken();
    }

    private Table combined(Table some, Table others) {
        for (int i = 0; i < some.size(); i++) {
            int a = some.state()[i];
            for (int k = 0; k < others.size(); k++) {
                int b = others.state()[k];
                long cost = some.cost()[i] + others.cost()[k] + tax[a & b];
                if (cost < least[a ^ b]) {
                    offer(a ^ b, cost, joined(some.chain()[i], others.chain()[k]));
                }
            }
        }
        return taken();
    }

    private static @Nullable Chain joined(@Nullable Chain one, @Nullable Chain other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return new Chain(-1, one, other);
    }
}
