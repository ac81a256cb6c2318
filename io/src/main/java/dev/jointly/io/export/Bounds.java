package dev.jointly.io.export;

import dev.jointly.problem.Micro;
import dev.jointly.solve.Solution;

/**
 * How good the solution for an image is.
 *
 * @param optimal whether it is claimed to be the best grouping, proven
 * @param objective what it costs, in micro-units
 * @param lowerBound no solution costs less, in micro-units
 */
public record Bounds(boolean optimal, long objective, long lowerBound) {
    public double gap() {
        return Solution.gap(objective, lowerBound);
    }

    String status() {
        return optimal ? "optimal" : "bounded";
    }

    /** As text, for formats without fields for it. */
    String text() {
        return status() + ", objective " + Micro.toString(objective) + ", lower bound " + Micro.toString(lowerBound)
                + ", gap " + gap();
    }
}
