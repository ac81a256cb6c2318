package dev.jointly.problem;

import org.jspecify.annotations.Nullable;

/**
 * A point that a detector reports as a joint.
 *
 * @param part position of its part in the anatomy
 * @param x its position, for drawing; null if unknown, like y and score
 * @param cost theta in micro-units: the cost of using this detection; negative if it is likely true
 */
public record Detection(
        int part,
        @Nullable Double x,
        @Nullable Double y,
        @Nullable Double score,
        long cost) {
    public Detection {
        requireFinite("x", x);
        requireFinite("y", y);
        requireFinite("score", score);
    }

    /** A detection known by part and cost alone. */
    public static Detection of(int part, double cost) {
        return new Detection(part, null, null, null, Micro.of(cost));
    }

    private static void requireFinite(String name, @Nullable Double value) {
        if (value != null && !Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " " + value + " must be finite");
        }
    }
}
