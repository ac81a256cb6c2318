package dev.jointly.track;

import java.util.List;

/**
 * Tracks, and what is claimed about them.
 *
 * @param tracks in order of id
 * @param objective their cost and the prices of the chosen groupings, in micro-units
 * @param dual proves a lower bound of every solution
 * @param chosen for each of {@link TrackProblem#choices}, the position of the chosen grouping
 */
public record TrackSolution(List<Track> tracks, long objective, TrackDual dual, List<Integer> chosen) {
    /** A solution of a problem without alternative groupings. */
    public TrackSolution(List<Track> tracks, long objective, TrackDual dual) {
        this(tracks, objective, dual, List.of());
    }

    /** Copies the lists. */
    public TrackSolution {
        tracks = List.copyOf(tracks);
        chosen = List.copyOf(chosen);
    }
}
