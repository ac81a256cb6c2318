package dev.jointly.cli.media;

import dev.jointly.certify.Claim;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksReader;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Problem;
import dev.jointly.track.TrackVerdict;
import java.io.InputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tracks that a file has for the people of solutions. */
public final class ClipTracks {
    /** For people without tracks. */
    static final ClipTracks NONE = new ClipTracks(null, 1, List.of());

    private final @Nullable String file;
    private final Map<String, TrackedFrame> frames = new HashMap<>();

    private final int stride;

    private ClipTracks(@Nullable String file, int stride, List<TrackedFrame> frames) {
        this.file = file;
        this.stride = stride;
        frames.forEach(frame -> this.frames.put(frame.problem(), frame));
    }

    /**
     * Reads them, and refuses what its own check refuses.
     *
     * @param file null for people without tracks
     */
    public static ClipTracks read(@Nullable String file, InputStream standardInput) {
        if (file == null) {
            return NONE;
        }
        try (TracksReader reader = TracksReader.open(file, standardInput)) {
            TracksDocument document = reader.next();
            TrackVerdict verdict = document.verdict();
            if (verdict.outcome() == TrackVerdict.Outcome.REJECTED) {
                throw new BadInputException(file + ": its check failed: " + String.join("; ", verdict.reasons()));
            }
            return new ClipTracks(file, document.stride(), document.frames());
        }
    }

    /** Whether people have tracks. */
    public boolean given() {
        return file != null;
    }

    /** Place in time of the frame of a problem; differences are in frames, of those that were tracked. */
    public int time(String problem) {
        return Objects.requireNonNull(frames.get(problem), problem).number() / stride;
    }

    /** A solution with its tracks. */
    public Solved solved(Problem problem, Claim claim) {
        return Solved.asClaimed(problem, claim, numbers(problem, claim));
    }

    /** The track of each pose, in the order of the solution. */
    List<Integer> numbers(Problem problem, Claim claim) {
        if (file == null) {
            return Collections.nCopies(claim.poses().size(), TrackedFrame.NO_TRACK);
        }
        String name = "the solution of " + Excerpt.quoted(problem.id());
        TrackedFrame frame = frames.get(problem.id());
        if (frame == null) {
            throw new BadInputException(name + " is no frame of " + file + "; track it with the others");
        }
        if (frame.problemSha256() != null && !frame.problemSha256().equals(claim.problemSha256())) {
            throw new BadInputException(
                    name + " is not the one that " + file + " is about: its problemSha256 differs; track it again");
        }
        if (frame.tracks().size() != claim.poses().size()) {
            throw new BadInputException(name + " has " + claim.poses().size() + " poses but " + file + " has "
                    + frame.tracks().size() + " for it; track it again");
        }
        return frame.tracks();
    }
}
