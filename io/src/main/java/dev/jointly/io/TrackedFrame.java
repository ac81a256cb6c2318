package dev.jointly.io;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a {@link TracksDocument}.
 *
 * @param problem id of the frame's problem
 * @param problemSha256 digest of that problem; null if it is not known
 * @param number of the frame
 * @param tracks for each pose of the solution, in its order, the id of the track; 0 for people in no track. The solution is
 *     that of the chosen grouping
 * @param alternatives null if the frame has one grouping only; the writer refuses others
 */
public record TrackedFrame(
        String problem,
        @Nullable String problemSha256,
        int number,
        List<Integer> tracks,
        @Nullable FrameAlternatives alternatives) {
    /** What {@link #tracks} has for people in no track. */
    public static final int NO_TRACK = 0;

    /** A frame with one grouping. */
    public TrackedFrame(String problem, @Nullable String problemSha256, int number, List<Integer> tracks) {
        this(problem, problemSha256, number, tracks, null);
    }

    /** Copies the list. */
    public TrackedFrame {
        tracks = List.copyOf(tracks);
    }

    /** How many people the frame has in all its groupings. */
    public int people() {
        return alternatives == null ? tracks.size() : alternatives.detections().size();
    }

    /** Which person of the frame a pose of the solution is. */
    public int person(int pose) {
        return alternatives == null ? pose : alternatives.people().get(pose);
    }
}
