package dev.jointly.track;

/**
 * Two people of different frames that may follow each other in a track.
 *
 * @param from index of the earlier person in {@link TrackProblem#people}
 * @param to index of the later one
 * @param cost in micro-units
 */
public record TrackLink(int from, int to, long cost) {}
