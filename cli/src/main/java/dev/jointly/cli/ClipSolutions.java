package dev.jointly.cli;

import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClipFrames;
import dev.jointly.io.Excerpt;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Problem;
import dev.jointly.track.Clip;
import dev.jointly.track.FramePerson;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.PlacedJoint;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The solutions of one clip, in any order, on their way to its tracks. Not thread-safe. */
final class ClipSolutions {
    /** Whose people a frame has. */
    private record Origin(String problem, String problemSha256) {}

    private final ClipFrames frames = new ClipFrames("problem", "id");
    private final Map<Integer, Origin> origins = new HashMap<>();
    private @Nullable List<String> parts;

    /** Takes one, whose people stay in its order. */
    void add(Problem problem, Claim claim) {
        Solved solved = Solved.of(problem, claim);
        if (parts != null && !parts.equals(solved.parts())) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id())
                    + " has other parts than those before it; import a clip with one skeleton");
        }
        List<FramePerson> people =
                claim.poses().stream().map(pose -> person(solved, pose)).toList();
        origins.put(frames.add(problem.id(), people), new Origin(problem.id(), claim.problemSha256()));
        parts = solved.parts();
    }

    private static FramePerson person(Solved solved, ClaimedPose pose) {
        Map<Integer, PlacedJoint> joints = new TreeMap<>();
        pose.global().forEach((part, d) -> {
            Solved.Joint joint = solved.joint(d);
            joints.put(part, new PlacedJoint(joint.x(), joint.y(), joint.score()));
        });
        return FramePerson.of(joints);
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /** The clip, with times in strides from its first frame on. */
    Clip clip() {
        return frames.clip();
    }

    /** Tracks of {@link #clip} that were found and checked. */
    TracksDocument document(LinkSettings settings, TrackProblem problem, TrackSolution solution, Bound bound) {
        List<TrackedFrame> tracked = new ArrayList<>();
        frames.tracks(solution).forEach((number, tracks) -> {
            Origin origin = Objects.requireNonNull(origins.get(number));
            tracked.add(new TrackedFrame(origin.problem(), origin.problemSha256(), number, tracks));
        });
        return new TracksDocument(settings, frames.stride(), tracked, problem, solution, bound);
    }
}
