package dev.jointly.certify;

import dev.jointly.proof.Proof;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Both prices of some detections, in the order in which these are listed, in the certificate's units.
 *
 * @param lambda1 what the i-th costs on top of theta as a local detection, and what all of them cost at once
 * @param lambda3 what the i-th costs as the global detection of a local assignment
 */
record Prices(long[] lambda1, long[] lambda3) {
    /** Base prices, one for each detection of the problem. */
    static Prices base(Proof proof, int size, PathDecisions none) {
        int[] all = IntStream.range(0, size).toArray();
        Prices prices = new Prices(proof.lambda1(), proof.lambda3());
        prices.check("", "problem", all, none);
        return prices;
    }

    /** The prices of a leaf, written out. */
    static Prices of(Proof.Leaf leaf, String place, int[] detections, PathDecisions answers) {
        if (leaf.shift() < 0 || leaf.shift() > Proof.MAX_SHIFT) {
            throw new IllegalArgumentException(place + "shift " + leaf.shift() + " must be 0 to " + Proof.MAX_SHIFT);
        }
        new Prices(leaf.lambda1(), leaf.lambda3()).check(place, "tree", detections, answers);
        long unit = 1L << leaf.shift();
        return new Prices(times(leaf.lambda1(), unit), times(leaf.lambda3(), unit));
    }

    private void check(String place, String owner, int[] detections, PathDecisions answers) {
        checkLength(place + "lambda1", lambda1, owner, detections);
        checkLength(place + "lambda3", lambda3, owner, detections);
        for (int i = 0; i < detections.length; i++) {
            if (lambda1[i] < 0 && !answers.required(detections[i])) {
                throw new IllegalArgumentException(place + "lambda1[" + i + "] is " + lambda1[i]
                        + " but must not be negative, as nothing requires detection " + detections[i]);
            }
            if (lambda3[i] < 0) {
                throw new IllegalArgumentException(
                        place + "lambda3[" + i + "] is " + lambda3[i] + " but must not be negative");
            }
        }
    }

    private static void checkLength(String name, long[] lambda, String owner, int[] detections) {
        Form.require(lambda, name);
        if (lambda.length != detections.length) {
            throw new IllegalArgumentException(name + " has " + lambda.length + " entries but the " + owner + " has "
                    + detections.length + " detections");
        }
    }

    private static long[] times(long[] stored, long unit) {
        if (unit == 1) {
            return stored;
        }
        long[] prices = new long[stored.length];
        for (int i = 0; i < prices.length; i++) {
            prices[i] = Math.multiplyExact(stored[i], unit);
        }
        return prices;
    }

    /** The prices at some positions only. */
    Prices at(int[] positions) {
        return new Prices(at(lambda1, positions), at(lambda3, positions));
    }

    private static long[] at(long[] prices, int[] positions) {
        return Arrays.stream(positions).mapToLong(i -> prices[i]).toArray();
    }

    /** lambda1 - lambda3: what the i-th costs on top of theta in a skeleton. */
    long inSkeleton(int i) {
        return Math.subtractExact(lambda1[i], lambda3[i]);
    }
}
