package dev.jointly.lp;

/**
 * How an integer program ended. A point is present when the status is {@link LpStatus#OPTIMAL}, and may be when it is
 * {@link LpStatus#TIME_LIMIT} or {@link LpStatus#WORK_LIMIT}. The bound is the engine's own floating-point value: never
 * publish it as proven.
 *
 * @param values a feasible point, or empty
 * @param iterations of the simplex method, in all linear programs together
 */
public record IntegerResult(
        LpStatus status, double objective, double bound, double[] values, long nodes, long iterations) {
    /** A result without a point. */
    public static IntegerResult without(LpStatus status) {
        return without(status, 0);
    }

    /** The same after some work. */
    public static IntegerResult without(LpStatus status, long iterations) {
        return new IntegerResult(status, Double.NaN, Double.NEGATIVE_INFINITY, new double[0], 0, iterations);
    }

    public boolean hasPoint() {
        return values.length > 0;
    }
}
