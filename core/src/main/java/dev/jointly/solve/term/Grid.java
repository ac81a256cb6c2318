package dev.jointly.solve.term;

import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import java.util.Arrays;
import java.util.Locale;

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

    /** Takes the place of a bound where there is none: below every bound of a problem's first prices. */
    public static final long NO_BOUND = Long.MIN_VALUE / 2;

    /** Bits of the solver's grid, unless costs are so large that fewer must do. On the 88 shared problems, 10 gives 197 nodes instead of 219, with coarser bounds (ADR 2). */
    public static final int MAX_BITS = 20;

    private static final int LP_BITS = 20;

    /** Sums over one column stay below {@link #FORBIDDEN} if each kind of term stays within its share of this. */
    private static final double LARGEST_SUM = 0x1p59;

    /** The bound of the first prices, a sum over all columns, stays below this. */
    private static final double LARGEST_BOUND = 0x1p61;

    /** The grid of a problem without detections that must be used. */
    public static Grid of(Problem problem, int wantedBits) {
        return of(problem, 0, wantedBits);
    }

    /**
     * The finest grid, up to {@code wantedBits}, on which no sum over a problem's costs can overflow. These are the sums:
     *
     * <ul>
     *   <li>What a column costs. Its negative costs are some of the problem's, so they add up to the mass at most; local
     *       pricing counts each of them four times. A skeleton has at most one theta, one limb and a pair with each major for
     *       a part, which bounds its positive costs; local pricing leaves a set as soon as it cannot save anything.
     *   <li>What a column pays. No price is above the ceiling, a skeleton pays three a part, and eight times
     *       the ceiling for each detection of the largest part still fit.
     *   <li>The bound of the first prices. Bounds of other prices are added up exactly, and prices that make them overflow
     *       are dropped.
     * </ul>
     *
     * @param penalties for the detections that must be used, all together, in micro-units; at most {@link #roomForPenalties}
     * @throws ProblemTooLargeException where a sum in whole micro-units is too large already
     */
    public static Grid of(Problem problem, double penalties, int wantedBits) {
        Magnitudes own = Magnitudes.of(problem);
        int parts = problem.anatomy().size();
        double dearest = (parts * (problem.anatomy().majors().size() + 2.0) + 1) * own.largest();
        requireRoom(problem, "negative costs add up to", own.mass(), LARGEST_SUM / 4);
        requireRoom(problem, "largest cost allows poses that cost", dearest, LARGEST_SUM / 2);
        requireRoom(problem, "first lower bound may add up to", own.start(), LARGEST_BOUND);
        Magnitudes sizes = own.withPenalties(penalties);
        double terms = 8.0 * (parts + 2);
        double most = LARGEST_SUM / Math.max(terms, 8.0 * largestPart(problem));
        int bits = wantedBits;
        while (bits > 0
                && (Math.scalb(terms * Math.max(sizes.mass(), sizes.largest()), bits) > LARGEST_SUM
                        || Math.scalb(sizes.start(), bits) > LARGEST_BOUND)) {
            bits--;
        }
        // where costs are that large, a price that reaches the mass is worth more than the last bits
        while (bits > 0 && bits < wantedBits && sizes.mass() <= most && Math.scalb(sizes.mass(), bits) > most) {
            bits--;
        }
        // a lower ceiling than the mass is valid too: huge costs on many pairs make weaker bounds, not wrong ones
        return new Grid(bits, (long) Math.min(Math.scalb(sizes.mass(), bits), most));
    }

    /** The most that penalties may add up to, in micro-units, on a grid of whole ones. */
    public static double roomForPenalties(Problem problem) {
        Magnitudes own = Magnitudes.of(problem);
        return Math.max(0, Math.min(LARGEST_SUM / 4 - own.mass(), (LARGEST_BOUND - own.start()) / (own.leads() + 1)));
    }

    private static void requireRoom(Problem problem, String what, double micro, double limit) {
        if (micro > limit) {
            throw new ProblemTooLargeException(String.format(
                    Locale.ROOT,
                    "problem \"%s\" is too large for exact arithmetic: its %s %.3e, but the limit is %.3e;"
                            + " divide all costs by the same number and try again",
                    problem.id(),
                    what,
                    micro / Micro.PER_UNIT,
                    limit / Micro.PER_UNIT));
        }
    }

    private static int largestPart(Problem problem) {
        int[] count = new int[problem.anatomy().size()];
        problem.detections().forEach(detection -> count[detection.part()]++);
        return Arrays.stream(count).max().orElse(0);
    }

    /**
     * Micro-units as grid points.
     *
     * @throws ArithmeticException if they do not fit
     */
    public long fromMicro(long micro) {
        return Math.multiplyExact(micro, 1L << bits);
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
        return price(lpValue, 0);
    }

    /** The same where prices may fall to a floor, which is not positive. */
    public long price(double lpValue, long floor) {
        if (Double.isNaN(lpValue)) {
            return 0;
        }
        return Math.max(floor, Math.min(ceiling, Math.round(Math.scalb(lpValue, LP_BITS + bits))));
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
