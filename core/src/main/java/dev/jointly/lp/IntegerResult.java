package dev.jointly.lp;

/**
 * How an integer program ended. A point is present when the status is {@link LpStatus#OPTIMAL}, and may be when it is
 * {@link LpStatus#TIME_LIMIT}. The bound is the engine's own floating-point value: never publish it as proven.
 *
 * @param values a feasible point, or empty
 */
public record IntegerResult(LpStatus status, double objective, double bound, double[] values, long nodes) {
    /** A result that carries nothing but how it ended. */
    public static IntegerResult without(LpStatus status) {
        return new IntegerResult(status, Double.NaN, Double.NEGATIVE_INFINITY, new double[0], 0);
    }

    public boolean hasPoint() {
        return values.length > 0;
    }
}
