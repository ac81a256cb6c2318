package dev.jointly.track;

import java.util.List;

/**
 * The dual of a {@link TrackProblem}: a potential for both nodes of each person. Source and sink have potential 0. Any
 * numbers prove some lower bound; {@link TrackCheck} says which.
 *
 * @param in potential of the node by which a track arrives at a person, in micro-units, one for each person
 * @param out potential of the node by which it goes on
 * @param multipliers what a person must pay for the choice of a grouping that has it, in micro-units, at least 0, one for
 *     each person; 0 in frames without alternative groupings. Empty if the problem has none
 */
public record TrackDual(List<Long> in, List<Long> out, List<Long> multipliers) {
    /** A dual of a problem without alternative groupings. */
    public TrackDual(List<Long> in, List<Long> out) {
        this(in, out, List.of());
    }

    /** Copies the lists. */
    public TrackDual {
        in = List.copyOf(in);
        out = List.copyOf(out);
        multipliers = List.copyOf(multipliers);
    }
}
