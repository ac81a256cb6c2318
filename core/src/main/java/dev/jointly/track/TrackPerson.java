package dev.jointly.track;

/**
 * A person of a {@link TrackProblem}, with costs in micro-units.
 *
 * @param frame number of the frame
 * @param index place in the list of people of that frame
 * @param birth cost if a track starts here
 * @param death cost if a track ends here
 * @param reward earned, that is, subtracted, if the person belongs to a track
 */
public record TrackPerson(int frame, int index, long birth, long death, long reward) {}
