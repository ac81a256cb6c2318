package dev.jointly.solve.term;

import java.util.Arrays;
import java.util.List;

/**
 * Prices of cuts, on the grid, none of them negative.
 *
 * @param cuts a list that may only grow
 * @param sigma of the first cuts of the list; later ones have no price
 */
public record CutPrices(List<HalfIntegralCut> cuts, long[] sigma) {
    public static final CutPrices NONE = new CutPrices(List.of(), new long[0]);

    /** Whether no cut has a price. */
    public boolean zero() {
        return Arrays.stream(sigma).allMatch(price -> price == 0);
    }

    public long sigma(int t) {
        return t < sigma.length ? sigma[t] : 0;
    }

    /** What the prices take off a bound. */
    public long constant() {
        long constant = 0;
        for (int t = 0; t < sigma.length; t++) {
            constant = Math.addExact(
                    constant, Math.multiplyExact(sigma[t], (long) cuts.get(t).limit()));
        }
        return constant;
    }

    /** What a detection gets in a skeleton by cuts that have it in "host" alone. */
    public long discount(int d) {
        long discount = 0;
        for (int t = 0; t < sigma.length; t++) {
            if (sigma[t] > 0 && cuts.get(t).hosts(d) && !cuts.get(t).uses(d)) {
                discount += sigma[t];
            }
        }
        return discount;
    }

    /** What a column pays, or gets where it is negative. */
    public long paidBy(Column column) {
        long paid = 0;
        for (int t = 0; t < sigma.length; t++) {
            if (sigma[t] > 0) {
                paid += sigma[t] * cuts.get(t).coefficient(column);
            }
        }
        return paid;
    }

    /** In whole micro-units. */
    CutPrices inMicroUnits(int scaleBits) {
        long half = scaleBits == 0 ? 0 : 1L << (scaleBits - 1);
        return new CutPrices(
                cuts,
                Arrays.stream(sigma)
                        .map(price -> (price + half) >> scaleBits << scaleBits)
                        .toArray());
    }
}
