package dev.jointly.track;

import java.util.List;

/**
 * The dual of a {@link TrackProblem}: a potential for both nodes of each person, and one for animals that wait before each
 * frame. Any numbers prove some lower bound; {@link TrackCheck} says which.
 *
 * @param in potential of the node by which a track arrives at a person, in micro-units, one for each person
 * @param out potential of the node by which it goes on
 * @param waiting one for each frame with people; empty if all are 0, as they are without a limit. After the last frame it is 0
 */
public record TrackDual(List<Long> in, List<Long> out, List<Long> waiting) {
    /** Copies the lists. */
    public TrackDual {
        in = List.copyOf(in);
        out = List.copyOf(out);
        waiting = List.copyOf(waiting);
    }

    /** Without a limit. */
    public TrackDual(List<Long> in, List<Long> out) {
        this(in, out, List.of());
    }
}
