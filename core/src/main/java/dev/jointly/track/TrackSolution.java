package dev.jointly.track;

import java.util.List;

/**
 * Tracks, and what is claimed about them.
 *
 * @param tracks in order of id
 * @param objective their cost, in micro-units
 * @param dual proves a lower bound of every solution
 */
public record TrackSolution(List<Track> tracks, long objective, TrackDual dual) {
    /** Copies the list. */
    public TrackSolution {
        tracks = List.copyOf(tracks);
    }
}
