package dev.jointly.track;

import java.util.List;

/**
 * The dual of a {@link TrackProblem}: a potential for both nodes of each person. Source and sink have potential 0. Any
 * numbers prove some lower bound; {@link TrackCheck} says which.
 *
 * @param in potential of the node by which a track arrives at a person, in micro-units, one for each person
 * @param out potential of the node by which it goes on
 */
public record TrackDual(List<Long> in, List<Long> out) {
    /** Copies the lists. */
    public TrackDual {
        in = List.copyOf(in);
        out = List.copyOf(out);
    }
}
