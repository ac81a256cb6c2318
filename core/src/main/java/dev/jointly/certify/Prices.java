package dev.jointly.certify;

import dev.jointly.proof.Proof;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Both prices of some detections, in the order in which these are listed, and those of the cuts among them, in the
 * certificate's units.
 *
 * @param lambda1 what the i-th costs on top of theta as a local detection, and what all of them cost at once
 * @param lambda3 what the i-th costs as the global detection of a local assignment
 * @param discount what the i-th gets in a skeleton by cuts
 * @param sigma of the cuts
 * @param pose what each pose that one of them leads pays
 */
record Prices(long[] lambda1, long[] lambda3, long[] discount, long[] sigma, long pose) {
    /** Base prices, one for each detection of the problem. */
    static Prices base(Proof proof, int size, PathDecisions none) {
        int[] all = IntStream.range(0, size).toArray();
        check("", "problem", proof.lambda1(), proof.lambda3(), all, none);
        checkPosePrice("", proof.posePrice());
        return new Prices(proof.lambda1(), proof.lambda3(), new long[size], new long[0], proof.posePrice());
    }

    /** The prices of a leaf, written out. */
    static Prices of(Proof.Leaf leaf, String place, int[] detections, PathDecisions answers, List<CheckedCut> cuts) {
        if (leaf.shift() < 0 || leaf.shift() > Proof.MAX_SHIFT) {
            throw new IllegalArgumentException(place + "shift " + leaf.shift() + " must be 0 to " + Proof.MAX_SHIFT);
        }
        check(place, "tree", leaf.lambda1(), leaf.lambda3(), detections, answers);
        checkSigma(place, leaf.sigma(), cuts.size());
        checkPosePrice(place, leaf.posePrice());
        long unit = 1L << leaf.shift();
        long[] sigma = times(leaf.sigma(), unit);
        return new Prices(
                times(leaf.lambda1(), unit),
                times(leaf.lambda3(), unit),
                discounts(detections, cuts, sigma),
                sigma,
                Math.multiplyExact(leaf.posePrice(), unit));
    }

    private static void checkPosePrice(String place, long price) {
        if (price < 0) {
            throw new IllegalArgumentException(place + "posePrice is " + price + " but must not be negative");
        }
    }

    /** The same with another price of a pose. */
    Prices withPose(long price) {
        return new Prices(lambda1, lambda3, discount, sigma, price);
    }

    /** @param count cuts that have a price here */
    private static void checkSigma(String place, long[] sigma, int count) {
        Form.require(sigma, place + "sigma");
        if (sigma.length != count) {
            throw new IllegalArgumentException(
                    place + "sigma has " + sigma.length + " entries but there are " + count + " cuts");
        }
        for (int t = 0; t < count; t++) {
            if (sigma[t] < 0) {
                throw new IllegalArgumentException(
                        place + "sigma[" + t + "] is " + sigma[t] + " but must not be negative");
            }
        }
    }

    private static long[] discounts(int[] detections, List<CheckedCut> cuts, long[] sigma) {
        long[] discounts = new long[detections.length];
        for (int t = 0; t < sigma.length; t++) {
            for (int d : cuts.get(t).discounted) {
                int at = Arrays.binarySearch(detections, d);
                discounts[at] = Math.addExact(discounts[at], sigma[t]);
            }
        }
        return discounts;
    }

    private static void check(
            String place, String owner, long[] lambda1, long[] lambda3, int[] detections, PathDecisions answers) {
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
        return Arrays.stream(stored)
                .map(price -> Math.multiplyExact(price, unit))
                .toArray();
    }

    /** The prices at some positions only. */
    Prices at(int[] positions) {
        return new Prices(at(lambda1, positions), at(lambda3, positions), at(discount, positions), sigma, pose);
    }

    private static long[] at(long[] prices, int[] positions) {
        return Arrays.stream(positions).mapToLong(i -> prices[i]).toArray();
    }

    /** lambda1 - lambda3 less the discount: what the i-th costs on top of theta in a skeleton. */
    long inSkeleton(int i) {
        return Math.subtractExact(Math.subtractExact(lambda1[i], lambda3[i]), discount[i]);
    }
}
