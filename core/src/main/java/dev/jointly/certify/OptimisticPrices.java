package dev.jointly.certify;

import java.util.Arrays;

/**
 * The most optimistic price of each detection seen from outside its tree: whatever leaf of the tree a solution ends in,
 * a skeleton or local assignment from elsewhere pays no less for the detection.
 */
final class OptimisticPrices {
    /** Per detection: least lambda1 - lambda3, or FORBIDDEN where no skeleton from elsewhere can contain it. */
    final long[] inSkeleton;
    /** Per detection: least lambda1, or FORBIDDEN where no detection elsewhere can have it as a local one. */
    final long[] asLocal;

    /** Everybody in no tree, at base prices. */
    OptimisticPrices(Prices base) {
        int size = base.lambda1().length;
        inSkeleton = new long[size];
        asLocal = base.lambda1().clone();
        Arrays.setAll(inSkeleton, base::inSkeleton);
    }

    /** The detections are in a tree, of which no leaf has been seen yet. */
    void hide(int[] detections) {
        for (int d : detections) {
            inSkeleton[d] = DenseCosts.FORBIDDEN;
            asLocal[d] = DenseCosts.FORBIDDEN;
        }
    }

    /** A solution may end in this leaf of the detections' tree. */
    void see(int[] detections, PathDecisions answers, Prices prices) {
        for (int i = 0; i < detections.length; i++) {
            int d = detections[i];
            if (answers.mayJoinElsewhere(d)) {
                inSkeleton[d] = Math.min(inSkeleton[d], prices.inSkeleton(i));
            }
            if (answers.mayBeLocalElsewhere(d)) {
                asLocal[d] = Math.min(asLocal[d], prices.lambda1()[i]);
            }
        }
    }
}
