package dev.jointly.solve.term;

/**
 * lambda, on a grid of 2^-scaleBits micro-units so that everything computed from it is exact.
 *
 * @param lambda1 of G gamma + L psi <= 1
 * @param lambda2 of L psi + M psi <= 1
 * @param lambda3 of M psi - G gamma <= 0
 */
public record DualPoint(int scaleBits, long[] lambda1, long[] lambda2, long[] lambda3) {
    public static DualPoint zero(int scaleBits, int detections) {
        return new DualPoint(scaleBits, new long[detections], new long[detections], new long[detections]);
    }
}
