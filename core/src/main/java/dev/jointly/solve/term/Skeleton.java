package dev.jointly.solve.term;

import java.util.Arrays;

/** A skeleton g: its detections ascending, at most one a part, at least one of a major part; cost Gamma_g in micro-units. */
public final class Skeleton {
    private final int[] detections;
    private final long cost;

    /** Takes ownership of the ascending array. */
    public Skeleton(int[] detections, long cost) {
        this.detections = detections;
        this.cost = cost;
    }

    public int[] detections() {
        return detections;
    }

    public long cost() {
        return cost;
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
