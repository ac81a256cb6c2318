package dev.jointly.spark;

/**
 * Estimates the time for a problem before it is parsed. The text of a problem is mostly its pairs, and time grows
 * somewhat faster than they do; the numbers are from docs/spark.md. Only the order and the proportions matter.
 */
final class CostEstimate {
    /** Seconds for a problem whose text has a thousand characters. */
    private static final double SECONDS_PER_KILO = 3e-4;

    private static final double GROWTH = 1.4;

    /** Inference takes about the same time for every image. */
    private static final double SECONDS_PER_PICTURE = 0.2;

    private CostEstimate() {}

    /** Estimated seconds for a record. */
    static double of(InputKind kind, long characters) {
        return kind == InputKind.IMAGES
                ? SECONDS_PER_PICTURE
                : SECONDS_PER_KILO * Math.pow(1 + characters / 1000.0, GROWTH);
    }
}
