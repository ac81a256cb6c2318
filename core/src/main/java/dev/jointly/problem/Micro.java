package dev.jointly.problem;

import java.math.BigDecimal;

/**
 * Micro-units as integers, the numbers that every proof is about. A cost is rounded once, when a problem is made: the
 * IEEE double times 1e6, rounded to the nearest integer, ties to even. From then on every cost and every objective is a
 * {@code long}, so "optimal" needs no tolerance.
 */
public final class Micro {
    /** Micro-units in one unit of cost. */
    public static final long PER_UNIT = 1_000_000L;

    /** Costs above this magnitude, in units, are refused: sums of them would not fit the exact arithmetic. */
    public static final double LARGEST_COST = 1e9;

    /** The same in micro-units. */
    public static final long LARGEST = (long) (LARGEST_COST * PER_UNIT);

    private Micro() {}

    /** Rounds a cost. */
    public static long of(double cost) {
        if (!(Math.abs(cost) <= LARGEST_COST)) {
            throw new IllegalArgumentException(
                    "cost " + cost + " must be a finite number of magnitude at most " + LARGEST_COST);
        }
        return (long) Math.rint(cost * PER_UNIT);
    }

    /** A cost in units, for display and ratios: a double does not hold every long. */
    public static double toDouble(long micro) {
        return micro / (double) PER_UNIT;
    }

    /** Exact decimal text without trailing zeros, such as {@code -109.87098}. */
    public static String toString(long micro) {
        return decimal(micro).toPlainString();
    }

    /** Exact decimal value, for writers of numbers. */
    public static BigDecimal decimal(long micro) {
        BigDecimal exact = BigDecimal.valueOf(micro, 6).stripTrailingZeros();
        return exact.scale() < 1 ? exact.setScale(1) : exact;
    }
}
