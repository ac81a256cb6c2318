package dev.jointly.problem;

import org.jspecify.annotations.Nullable;

/**
 * A candidate joint.
 *
 * @param part position of its part in the anatomy
 * @param x where it was seen, for drawing; null where unknown, like y and score
 * @param cost theta in micro-units: what using this detection costs; negative is evidence for it
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
