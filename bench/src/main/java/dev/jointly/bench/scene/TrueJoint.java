package dev.jointly.bench.scene;

import java.util.List;

/**
 * A joint somebody has, and what was found of it.
 *
 * @param person told apart over all pictures
 * @param size of the person over the longer side of the picture
 * @param found candidates of it, the surest first
 */
record TrueJoint(int person, int part, boolean visible, double size, List<Found> found) {

    /** A candidate of a joint: how far off, in body sizes. */
    record Found(double off, double score) {}
}
