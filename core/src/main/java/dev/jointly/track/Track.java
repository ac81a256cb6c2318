package dev.jointly.track;

import java.util.List;

/**
 * One individual over time.
 *
 * @param id from 1, in the order of the first people of the tracks
 * @param people indices into {@link TrackProblem#people}, in order of time
 */
public record Track(int id, List<Integer> people) {
    /** Copies the list. */
    public Track {
        people = List.copyOf(people);
    }
}
