package dev.jointly.solve.cut;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.PrimalPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The cuts of a tree: a list that only grows. Cuts hold in every node. How many of them may concern one lead or one host is
 * limited, as pricing and checking take a power of that number; so cuts that the LP does not need are retired.
 */
public final class TreeCuts {
    /** Violation below which a cut is not added. On the 88 shared problems, 0.1 gives 215 nodes instead of 219. */
    private static final double MIN_VIOLATION = 0.02;

    /** Cuts of one round that contain the same detection. On the 88 shared problems, 20 gives 209 nodes instead of 219. */
    private static final int MAX_PER_DETECTION = 5;

    /** Rounds without a price after which a cut is retired. On the 88 shared problems, 4 gives 295 nodes instead of 219. */
    private static final int MAX_IDLE = 1;

    /** Cuts that concern one lead, and detections on which the terms of one host depend. On the 88 shared problems, 8 gives 257 nodes instead of 219. The certificate allows no more. */
    private static final int MAX_OPEN = 12;

    private final Costs costs;
    private final int[] leads;
    private final BitSet owned = new BitSet();
    private final int rounds;
    private final int maxPerRound;
    private final int maxOpen;
    private final List<HalfIntegralCut> cuts = new ArrayList<>();
    private final List<HalfIntegralCut> view = Collections.unmodifiableList(cuts);
    private final BitSet active = new BitSet();
    /** By position: rounds since the LP had a price for it. */
    private final List<Integer> idle = new ArrayList<>();

    /** Cuts that can tax skeletons of a lead, and detections on which taxes of a host's local assignments depend. */
    private final Map<Integer, Integer> open = new HashMap<>();

    private final Map<Integer, Map<Integer, Integer>> taxed = new HashMap<>();

    /** @param members detections of the tree */
    public TreeCuts(Costs costs, int[] members, SolveOptions options) {
        this(costs, members, options, MAX_OPEN);
    }

    TreeCuts(Costs costs, int[] members, SolveOptions options, int maxOpen) {
        this.costs = costs;
        Arrays.stream(members).forEach(owned::set);
        leads = Arrays.stream(members)
                .filter(d -> costs.majors().contains(costs.part(d)))
                .toArray();
        rounds = options.count(SolveOption.CUT_ROUNDS);
        maxPerRound = options.count(SolveOption.CUTS_PER_ROUND);
        this.maxOpen = maxOpen;
    }

    /** All of them, in order of addition; grows as cuts are added. */
    public List<HalfIntegralCut> list() {
        return view;
    }

    /** Rounds of cuts that the root of the tree may have. */
    public int rounds() {
        return rounds;
    }

    /** Whether a cut is not retired. */
    public boolean isActive(int t) {
        return active.get(t);
    }

    /** The same prices, but none for cuts that are retired: together with others they might be too many. */
    public DualPoint withoutRetired(DualPoint point) {
        CutPrices prices = point.cuts();
        if (prices.zero()) {
            return point;
        }
        long[] sigma = prices.sigma().clone();
        for (int t = 0; t < sigma.length; t++) {
            sigma[t] = active.get(t) ? sigma[t] : 0;
        }
        return point.withCuts(new CutPrices(prices.cuts(), sigma));
    }

    /**
     * Adds cuts that a point violates, the most violated first, and retires those that are of no use.
     *
     * @param lp prices of the cuts in the LP
     * @param stopped when to be content with those found
     * @return false where no cut was added
     */
    public boolean separate(PrimalPoint point, CutPrices lp, BooleanSupplier stopped) {
        retire(lp);
        FractionalPoint fractional = new FractionalPoint(point, owned::get);
        Set<HalfIntegralCut> candidates = ParityElimination.of(fractional, MIN_VIOLATION, stopped);
        active.stream().mapToObj(cuts::get).forEach(candidates::remove);
        record Violated(HalfIntegralCut cut, double by) {}
        List<Violated> violated = candidates.stream()
                .map(cut -> new Violated(cut, fractional.violation(cut)))
                .filter(one -> one.by() > MIN_VIOLATION - FractionalPoint.TIE)
                .sorted(Comparator.comparingDouble((Violated one) -> -Math.rint(one.by() / FractionalPoint.TIE))
                        .thenComparingInt(
                                one -> one.cut().use().length + one.cut().host().length))
                .toList();
        int added = 0;
        Map<Integer, Integer> perDetection = new HashMap<>();
        for (Violated one : violated) {
            if (added < maxPerRound
                    && fractional.violates(one.cut(), MIN_VIOLATION)
                    && hasRoom(one.cut(), perDetection)) {
                activate(one.cut());
                added++;
            }
        }
        return added > 0;
    }

    private void retire(CutPrices lp) {
        for (int t = active.nextSetBit(0); t >= 0; t = active.nextSetBit(t + 1)) {
            idle.set(t, lp.sigma(t) > 0 ? 0 : idle.get(t) + 1);
            if (idle.get(t) >= MAX_IDLE) {
                active.clear(t);
                count(cuts.get(t), -1);
            }
        }
    }

    private boolean hasRoom(HalfIntegralCut cut, Map<Integer, Integer> perDetection) {
        int[] all = IntStream.concat(Arrays.stream(cut.use()), Arrays.stream(cut.host()))
                .distinct()
                .toArray();
        for (int d : all) {
            if (perDetection.getOrDefault(d, 0) >= MAX_PER_DETECTION) {
                return false;
            }
        }
        for (int d : leads) {
            if (open.getOrDefault(d, 0) >= maxOpen && opens(d, cut)) {
                return false;
            }
        }
        for (int m : besideUsed(cut)) {
            Map<Integer, Integer> known = taxed.getOrDefault(m, Map.of());
            long more =
                    taxes(m, cut).stream().filter(e -> !known.containsKey(e)).count();
            if (more > 0 && known.size() + more > maxOpen) {
                return false;
            }
        }
        Arrays.stream(all).forEach(d -> perDetection.merge(d, 1, Integer::sum));
        return true;
    }

    private void activate(HalfIntegralCut cut) {
        int t = cuts.indexOf(cut);
        if (t < 0) {
            t = cuts.size();
            cuts.add(cut);
            idle.add(0);
        }
        idle.set(t, 0);
        active.set(t);
        count(cut, 1);
    }

    /** Counts a cut at all leads and hosts that it concerns, or no longer. */
    private void count(HalfIntegralCut cut, int change) {
        for (int d : leads) {
            if (opens(d, cut)) {
                open.merge(d, change, Integer::sum);
            }
        }
        for (int m : besideUsed(cut)) {
            taxes(m, cut).stream().forEach(e -> taxed.computeIfAbsent(m, key -> new HashMap<>())
                    .merge(e, change, (a, b) -> a + b == 0 ? null : Integer.valueOf(a + b)));
        }
    }

    /** Detections of the tree that have the same part as one that the cut uses: no others' local assignments pay a tax. */
    private int[] besideUsed(HalfIntegralCut cut) {
        return Arrays.stream(cut.use())
                .map(costs::part)
                .distinct()
                .flatMap(part -> Arrays.stream(costs.ofPart(part)))
                .filter(owned::get)
                .toArray();
    }

    /** Whether the cut can tax skeletons of a lead, by the rule of the certificate: whatever reductions have ruled out. */
    private boolean opens(int lead, HalfIntegralCut cut) {
        BitSet parts = new BitSet();
        int part = costs.part(lead);
        for (int[] set : new int[][] {cut.use(), cut.host()}) {
            for (int e : set) {
                int q = costs.part(e);
                boolean earlier = q < part && costs.majors().contains(q);
                if (cut.counts(e) && (e == lead || (q != part && !earlier && !forbidden(lead, e)))) {
                    parts.set(q);
                }
            }
        }
        return parts.cardinality() > 1;
    }

    private BitSet taxes(int m, HalfIntegralCut cut) {
        BitSet some = new BitSet();
        for (int e : cut.use()) {
            if (e != m && costs.part(e) == costs.part(m) && !forbidden(m, e)) {
                some.set(e);
            }
        }
        return some.cardinality() + (cut.hosts(m) ? 1 : 0) > 1 ? some : new BitSet();
    }

    private boolean forbidden(int d, int e) {
        int q = costs.part(e);
        return costs.between(costs.part(d), q)[costs.slot(d) * costs.ofPart(q).length + costs.slot(e)] >= FORBIDDEN;
    }
}
