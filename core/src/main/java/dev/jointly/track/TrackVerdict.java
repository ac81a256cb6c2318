package dev.jointly.track;

import java.util.List;

/**
 * What {@link TrackCheck} found.
 *
 * @param outcome how much is proven
 * @param objective recomputed cost of the tracks, in micro-units; 0 if they were rejected
 * @param bound proven lower bound of every set of tracks, in micro-units; 0 if the solution was rejected
 * @param reasons why the outcome is not {@link Outcome#OPTIMAL}, empty if it is
 */
public record TrackVerdict(Outcome outcome, long objective, long bound, List<String> reasons) {
    /** How much is proven. */
    public enum Outcome {
        /** The tracks are feasible, cost what is claimed, and nothing is cheaper. */
        OPTIMAL,
        /** The tracks are feasible and cost what is claimed; the dual leaves a gap. */
        BOUNDED,
        /** Something that is claimed is wrong. */
        REJECTED
    }

    /** Copies the list. */
    public TrackVerdict {
        reasons = List.copyOf(reasons);
    }

    static TrackVerdict rejected(List<String> reasons) {
        return new TrackVerdict(Outcome.REJECTED, 0, 0, reasons);
    }
}
