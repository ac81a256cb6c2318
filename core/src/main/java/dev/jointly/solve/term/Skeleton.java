package dev.jointly.solve.term;

import java.util.Arrays;

/**
 * A skeleton g.
 *
 * @param detections ascending, at most one a part, at least one of a major part
 * @param cost Gamma_g in micro-units
 */
public record Skeleton(int[] detections, long cost) implements Column {
    @Override
    public int[] used() {
        return detections;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Skeleton that && Arrays.equals(detections, that.detections);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(detections);
    }

    @Override
    public String toString() {
        return "Skeleton" + Arrays.toString(detections) + "=" + cost;
    }
}
