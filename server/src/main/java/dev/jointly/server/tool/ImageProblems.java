package dev.jointly.server.tool;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.problem.Problem;

/** From an image to the problem of grouping what a network detects in it. Thread-safe. */
public interface ImageProblems {
    /** Name of the network. */
    String model();

    /**
     * Parts and limbs of the people that the network detects.
     *
     * @throws dev.jointly.io.BadInputException if the network is not installed; the message names the command that does it
     */
    Anatomy anatomy();

    /**
     * Runs the network on an encoded image.
     *
     * @param id of the problem
     * @throws dev.jointly.io.BadInputException if it is no image or too large, or the network is not installed
     */
    Problem problem(String id, byte[] image);
}
