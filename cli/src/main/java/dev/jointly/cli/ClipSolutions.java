package dev.jointly.cli;

import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.FrameNumber;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.TracksDocument;
import dev.jointly.io.TracksDocument.Bound;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Problem;
import dev.jointly.track.Clip;
import dev.jointly.track.ClipFrame;
import dev.jointly.track.FramePerson;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.PlacedJoint;
import dev.jointly.track.Track;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The solutions of one clip, in any order, on their way to its tracks. Not thread-safe. */
final class ClipSolutions {
    /** A frame without what is the same in all frames. */
    private record Seen(String problem, String problemSha256, List<FramePerson> people) {}

    private final SortedMap<Integer, Seen> frames = new TreeMap<>();
    private @Nullable String clip;
    private @Nullable List<String> parts;

    /** Takes one, whose people stay in its order. */
    void add(Problem problem, Claim claim) {
        String name = "problem " + Excerpt.quoted(problem.id());
        FrameNumber frame = FrameNumber.of(problem.id())
                .orElseThrow(() -> new BadInputException(
                        name + " has no number of a frame at the end of its id, such as frame0012, which tracks need"));
        Solved solved = Solved.of(problem, claim);
        if (clip != null && !clip.equals(frame.clip())) {
            throw new BadInputException(name + " is of another clip than those before it, whose ids begin with "
                    + Excerpt.quoted(clip) + "; track each clip on its own");
        }
        if (parts != null && !parts.equals(solved.parts())) {
            throw new BadInputException(
                    name + " has other parts than those before it; import a clip with one skeleton");
        }
        if (frames.containsKey(frame.number())) {
            throw new BadInputException(name + " is a second frame " + frame.number() + "; track each clip on its own");
        }
        List<FramePerson> people =
                claim.poses().stream().map(pose -> person(solved, pose)).toList();
        frames.put(frame.number(), new Seen(problem.id(), claim.problemSha256(), people));
        clip = frame.clip();
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

    /** Greatest common divisor of the differences of frame numbers; 1 if there are none. */
    int stride() {
        int divisor = 0;
        for (int number : frames.keySet()) {
            int rest = number - frames.firstKey();
            while (rest != 0) {
                int next = divisor % rest;
                divisor = rest;
                rest = next;
            }
        }
        return Math.max(1, divisor);
    }

    /** The clip, with times in strides from its first frame on. */
    Clip clip() {
        int stride = stride();
        List<ClipFrame> all = new ArrayList<>();
        frames.forEach((number, seen) -> all.add(new ClipFrame((number - frames.firstKey()) / stride, seen.people())));
        return new Clip(all);
    }

    /** Tracks of {@link #clip} that were found and checked. */
    TracksDocument document(LinkSettings settings, TrackProblem problem, TrackSolution solution, Bound bound) {
        int[] trackOf = new int[problem.people().size()];
        for (Track track : solution.tracks()) {
            track.people().forEach(person -> trackOf[person] = track.id());
        }
        List<TrackedFrame> tracked = new ArrayList<>();
        int next = 0;
        for (Map.Entry<Integer, Seen> entry : frames.entrySet()) {
            List<Integer> tracks = new ArrayList<>();
            for (int i = 0; i < entry.getValue().people().size(); i++) {
                tracks.add(trackOf[next++]);
            }
            Seen seen = entry.getValue();
            tracked.add(new TrackedFrame(seen.problem(), seen.problemSha256(), entry.getKey(), tracks));
        }
        return new TracksDocument(settings, stride(), tracked, problem, solution, bound);
    }
}
