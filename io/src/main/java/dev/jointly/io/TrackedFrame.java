package dev.jointly.io;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a {@link TracksDocument}.
 *
 * @param problem id of the frame's problem
 * @param problemSha256 digest of that problem; null if it is not known
 * @param number of the frame
 * @param tracks for each pose of the solution, in its order, the id of the track; 0 for people in no track
 */
public record TrackedFrame(String problem, @Nullable String problemSha256, int number, List<Integer> tracks) {
    /** What {@link #tracks} has for people in no track. */
    public static final int NO_TRACK = 0;

    /** Copies the list. */
    public TrackedFrame {
        tracks = List.copyOf(tracks);
    }
}
