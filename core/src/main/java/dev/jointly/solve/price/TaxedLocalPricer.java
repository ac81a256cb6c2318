package dev.jointly.solve.price;

import static dev.jointly.solve.term.Grid.FORBIDDEN;

import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.HalfIntegralCut;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The cheapest local assignment of a host where cuts tax it: every set of the few detections that decide the tax is tried,
 * and the rest is left to {@link LocalPricer}. Not thread-safe.
 */
final class TaxedLocalPricer {
    private final Candidates candidates;
    private final Costs costs;
    private final LocalPricer untaxed;
    private final BooleanSupplier stopped;
    private int[] best = {};

    /** @param stopped when to be content with the bound without taxes */
    TaxedLocalPricer(Candidates candidates, LocalPricer untaxed, BooleanSupplier stopped) {
        this.stopped = stopped;
        this.candidates = candidates;
        this.untaxed = untaxed;
        costs = candidates.costs();
    }

    /** What a local assignment pays. */
    static long tax(int m, int[] set, CutPrices cuts) {
        long tax = 0;
        for (int t = 0; t < cuts.sigma().length; t++) {
            if (cuts.sigma(t) > 0) {
                tax += cuts.sigma(t) * cuts.cuts().get(t).coefficient(m, set);
            }
        }
        return tax;
    }

    /** The detections whose number in a set decides whether a cut taxes it. */
    static int[] taxed(Candidates candidates, int m, HalfIntegralCut cut) {
        int[] taxed = Arrays.stream(candidates.locals(m)).filter(cut::uses).toArray();
        return taxed.length + (cut.hosts(m) ? 1 : 0) > 1 ? taxed : new int[0];
    }

    /**
     * Looks for the cheapest, taxes and lambda3 included; {@link #cheapest} tells its set.
     *
     * @param withoutTaxes what every local assignment costs at least without taxes
     * @return its cost, or 0 where none is cheaper; less where the search was cut short
     */
    long price(int m, DualPoint at, CutPrices cuts, long withoutTaxes) {
        int[] some = IntStream.range(0, cuts.sigma().length)
                .filter(t -> cuts.sigma(t) > 0)
                .flatMap(t -> Arrays.stream(taxed(candidates, m, cuts.cuts().get(t))))
                .sorted()
                .distinct()
                .toArray();
        int[] rest = Arrays.stream(candidates.locals(m))
                .filter(d -> Arrays.binarySearch(some, d) < 0)
                .toArray();
        long least = 0;
        best = new int[0];
        for (int set = 0; set < 1 << some.length; set++) {
            if (stopped.getAsBoolean()) {
                return withoutTaxes;
            }
            int chosen = set;
            int[] in = IntStream.range(0, some.length)
                    .filter(i -> (chosen >> i & 1) == 1)
                    .map(i -> some[i])
                    .toArray();
            long fixed = at.lambda3()[m] + tax(m, in, cuts);
            long[] price = at.lambda1().clone();
            long pairs = settled(m, in, price, rest);
            if (pairs < FORBIDDEN) {
                fixed += pairs;
                int[] others =
                        Arrays.stream(rest).filter(d -> price[d] < FORBIDDEN).toArray();
                long more = untaxed.price(m, others, price, 0);
                if (fixed + more < least && in.length + untaxed.cheapest().length > 0) {
                    least = fixed + more;
                    best = IntStream.concat(Arrays.stream(in), Arrays.stream(untaxed.cheapest()))
                            .sorted()
                            .toArray();
                } else if (fixed + more < least) {
                    // nothing was found, but the search was cut short
                    least = fixed + more;
                }
            }
        }
        return least;
    }

    /** What these cost with the host and each other, or FORBIDDEN; their pairs with the rest are added to the prices. */
    private long settled(int m, int[] in, long[] price, int[] rest) {
        int part = costs.part(m);
        long[] phi = costs.between(part, part);
        int width = costs.ofPart(part).length;
        long sum = 0;
        for (int i = 0; i < in.length; i++) {
            int row = costs.slot(in[i]) * width;
            sum += costs.theta(in[i]) + phi[row + costs.slot(m)] + price[in[i]];
            for (int h = 0; h < i; h++) {
                long pair = phi[row + costs.slot(in[h])];
                if (pair >= FORBIDDEN) {
                    return FORBIDDEN;
                }
                sum += pair;
            }
            for (int d : rest) {
                long pair = phi[row + costs.slot(d)];
                price[d] = pair >= FORBIDDEN || price[d] >= FORBIDDEN ? FORBIDDEN : price[d] + pair;
            }
        }
        return sum;
    }

    /** The set found by the last {@link #price}, ascending; empty where none was cheap enough. */
    int[] cheapest() {
        return best;
    }
}
