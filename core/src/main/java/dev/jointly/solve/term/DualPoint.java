package dev.jointly.solve.term;

/**
 * lambda, on a grid of 2^-scaleBits micro-units so that everything computed from it is exact. The paper's second row
 * ({@code L psi + M psi <= 1}) is the sum of the other two and needs no price.
 *
 * @param lambda1 of {@code G gamma + L psi <= 1}
 * @param lambda3 of {@code M psi - G gamma <= 0}
 * @param cuts prices of cuts
 * @param nu of the limit on the number of poses: what each skeleton pays; 0 where there is no limit
 */
public record DualPoint(int scaleBits, long[] lambda1, long[] lambda3, CutPrices cuts, long nu) {
    /** Without cuts. */
    public DualPoint(int scaleBits, long[] lambda1, long[] lambda3) {
        this(scaleBits, lambda1, lambda3, CutPrices.NONE, 0);
    }

    /** The same, rounded to whole micro-units: lambda3 down, which is always feasible, others to the nearest. */
    public DualPoint inMicroUnits() {
        long[] coarse1 = lambda1.clone();
        long[] coarse3 = lambda3.clone();
        long half = scaleBits == 0 ? 0 : 1L << (scaleBits - 1);
        for (int d = 0; d < lambda1.length; d++) {
            coarse1[d] = (lambda1[d] + half) >> scaleBits << scaleBits;
            coarse3[d] = lambda3[d] >> scaleBits << scaleBits;
        }
        long coarseNu = (nu + half) >> scaleBits << scaleBits;
        return new DualPoint(scaleBits, coarse1, coarse3, cuts.inMicroUnits(scaleBits), coarseNu);
    }

    /** The same with other prices of cuts. */
    public DualPoint withCuts(CutPrices others) {
        return new DualPoint(scaleBits, lambda1, lambda3, others, nu);
    }

    /** The same with another price of a pose. */
    public DualPoint withNu(long other) {
        return new DualPoint(scaleBits, lambda1, lambda3, cuts, other);
    }

    public static DualPoint zero(int scaleBits, int detections) {
        return new DualPoint(scaleBits, new long[detections], new long[detections]);
    }

    /** An independent copy. */
    public DualPoint copy() {
        return new DualPoint(scaleBits, lambda1.clone(), lambda3.clone(), cuts, nu);
    }
}
