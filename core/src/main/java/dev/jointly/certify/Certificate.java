package dev.jointly.certify;

/**
 * A dual point: for ANY non-negative lambda, LB(lambda) is a lower bound on the optimum, so the point needs no trust.
 *
 * @param scaleBits lambda is in units of 2^-scaleBits micro-units
 * @param lambda1 price of being used as global or local, per detection
 * @param lambda2 price of being in a local assignment, per detection
 * @param lambda3 what a global detection gets for hosting a local assignment, per detection
 */
public record Certificate(int scaleBits, long[] lambda1, long[] lambda2, long[] lambda3) {
    /** Finer grids would leave no room for sums. */
    public static final int MAX_SCALE_BITS = 40;
}
