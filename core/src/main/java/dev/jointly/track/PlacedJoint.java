package dev.jointly.track;

/**
 * Where a joint of a person is.
 *
 * @param x pixels from the left
 * @param y pixels from the top
 * @param score the detector's confidence
 */
public record PlacedJoint(double x, double y, double score) {
    /** Refuses numbers that are not finite. */
    public PlacedJoint {
        if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(score)) {
            throw new IllegalArgumentException("joint at (" + x + ", " + y + ") with score " + score
                    + " must have finite numbers; leave out joints that were not found");
        }
    }
}
