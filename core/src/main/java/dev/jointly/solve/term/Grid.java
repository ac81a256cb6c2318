package dev.jointly.solve.term;

import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;

/**
 * The grid all exact arithmetic of the solver lives on: whole multiples of 2^-bits micro-units, in {@code long}.
 *
 * <p>The LP sees costs in units of 2^20 micro-units, about one unit of cost. A micro-unit is then exactly 2^-20 there,
 * so no cost is rounded on its way into the engine.
 *
 * @param bits grid points per micro-unit, as a power of two
 * @param ceiling the largest value a dual price may take; no useful price is higher
 */
public record Grid(int bits, long ceiling) {
    /** Stands for "never together" on the grid: above any sum of finite values, and two of them still fit. */
    public static final long FORBIDDEN = 1L << 60;

    private static final int LP_BITS = 20;

    /** Sums of finite values stay below this, well below {@link #FORBIDDEN}. */
    private static final double LARGEST_SUM = 0x1p59;

    /** The grid of a problem without rewards. */
    public static Grid of(Problem problem, int wantedBits) {
        return of(problem, 0, wantedBits);
    }

    /**
     * The finest grid, up to {@code wantedBits}, on which no sum over a problem's costs can overflow.
     *
     * @param rewards what its detections may earn, all together, in micro-units
     */
    public static Grid of(Problem problem, double rewards, int wantedBits) {
        double mass = 1 + rewards + Math.abs((double) problem.poseCost());
        double largest = Math.abs((double) problem.poseCost());
        for (int d = 0; d < problem.size(); d++) {
            mass += Math.max(0, -(double) problem.cost(d));
            largest = Math.max(largest, Math.abs((double) problem.cost(d)));
        }
        double[] pairs = new double[2];
        problem.pairs().forEach((a, b, micro) -> {
            if (micro != PairCosts.FORBIDDEN) {
                pairs[0] += Math.max(0, -(double) micro);
                pairs[1] = Math.max(pairs[1], Math.abs((double) micro));
            }
        });
        mass += pairs[0];
        largest = Math.max(largest, pairs[1]);
        // A skeleton sums at most three prices and as many pairs as parts times majors plus limbs.
        double terms = 8.0 * (problem.anatomy().size() + 2);
        int bits = wantedBits;
        while (bits > 0 && Math.scalb(terms * Math.max(mass, largest), bits) > LARGEST_SUM) {
            bits--;
        }
        // any lower ceiling is valid too: with huge costs on many pairs it keeps an engine's nonsense from overflowing
        return new Grid(bits, (long) Math.min(Math.scalb(mass, bits), LARGEST_SUM / terms));
    }

    public long fromMicro(long micro) {
        return micro << bits;
    }

    /** The least whole number of micro-units not below a grid value. */
    public long ceilMicro(long value) {
        return -(-value >> bits);
    }

    public double toLp(long value) {
        return Math.scalb((double) value, -LP_BITS - bits);
    }

    /** A dual price from the LP, put on the grid: never negative, never above the ceiling, and 0 for nonsense. */
    public long price(double lpValue) {
        if (!(lpValue > 0)) {
            return 0;
        }
        return Math.min(ceiling, Math.round(Math.scalb(lpValue, LP_BITS + bits)));
    }

    /** Rounds a price to a coarser grid of 2^-coarseBits micro-units. */
    public long coarsen(long price, int coarseBits) {
        int drop = Math.max(0, bits - coarseBits);
        return drop == 0 ? price : ((price + (1L << (drop - 1))) >> drop) << drop;
    }

    /** A tolerance in units of cost, as a whole number of grid points, at least one. */
    public long tolerance(double units) {
        return Math.max(1, Math.round(Math.scalb(units * 1e6, bits)));
    }

    /** micro-units to the LP's unit. */
    public static double microToLp(long micro) {
        return Math.scalb((double) micro, -LP_BITS);
    }

    /** The LP's unit to micro-units, rounded: for display and comparison, never for a proof. */
    public static double lpToMicro(double lpValue) {
        return Math.scalb(lpValue, LP_BITS);
    }
}
