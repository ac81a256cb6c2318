package dev.jointly.bench.scene;

import java.util.List;

/**
 * A true joint, and the candidates found for it.
 *
 * @param person told apart over all images
 * @param size of the person over the longer side of the image
 * @param found candidates of it, the highest score first
 */
record TrueJoint(int person, int part, boolean visible, double size, List<Found> found) {

    /** A candidate of a joint: how far off, in body sizes. */
    record Found(double off, double score) {}
}
