package dev.jointly.cli;

import dev.jointly.certify.Claim;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClipFrames;
import dev.jointly.io.Excerpt;
import dev.jointly.io.FrameAlternatives;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.export.Solved;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.track.Clip;
import dev.jointly.track.ClipFrame;
import dev.jointly.track.FrameGroupings;
import dev.jointly.track.FramePerson;
import dev.jointly.track.LinkCosts;
import dev.jointly.track.LinkSettings;
import dev.jointly.track.PlacedJoint;
import dev.jointly.track.TrackProblem;
import dev.jointly.track.TrackSolution;
import dev.jointly.track.choose.GroupedFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The solutions of one clip, in any order, on their way to its tracks. Not thread-safe. */
final class ClipSolutions {
    /** A frame without what is the same in all frames. */
    private record Seen(String problem, String problemSha256, GroupedFrame grouped) {}

    private final FrameGrouper grouper;

    /** With the people of all groupings. */
    private final ClipFrames frames = new ClipFrames("problem", "id");

    private final SortedMap<Integer, Seen> seen = new TreeMap<>();
    private @Nullable List<String> parts;

    ClipSolutions(FrameGrouper grouper) {
        this.grouper = grouper;
    }

    /** Takes one, whose people stay in its order; further ones of other groupings follow. */
    void add(Problem problem, Claim claim) {
        Solved solved = Solved.of(problem, claim);
        if (parts != null && !parts.equals(solved.parts())) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id())
                    + " has other parts than those before it; import a clip with one skeleton");
        }
        GroupedFrame grouped = grouper.groupings(problem, claim);
        List<FramePerson> people =
                grouped.people().stream().map(pose -> person(solved, pose)).toList();
        seen.put(frames.add(problem.id(), people), new Seen(problem.id(), claim.problemSha256(), grouped));
        parts = solved.parts();
    }

    private static FramePerson person(Solved solved, Pose pose) {
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

    int stride() {
        return frames.stride();
    }

    /** The clip by the solutions alone, with times in strides from its first frame on. */
    Clip own() {
        Iterator<Seen> next = seen.values().iterator();
        List<ClipFrame> all = new ArrayList<>();
        for (ClipFrame frame : frames.clip().frames()) {
            int own = next.next().grouped().groupings().get(0).people().size();
            all.add(new ClipFrame(frame.number(), frame.people().subList(0, own)));
        }
        return new Clip(all);
    }

    /** The problem of linking the people, with the choices of frames that have several groupings. */
    TrackProblem problem(LinkSettings settings) {
        Clip clip = frames.clip();
        Iterator<Seen> next = seen.values().iterator();
        List<FrameGroupings> choices = new ArrayList<>();
        for (ClipFrame frame : clip.frames()) {
            GroupedFrame grouped = next.next().grouped();
            if (grouped.open()) {
                choices.add(grouped.choice(frame.number()));
            }
        }
        return new LinkCosts(settings).problem(clip).withChoices(choices);
    }

    /** Tracks of {@link #problem} that were found and checked, as frames of a document. */
    List<TrackedFrame> tracked(TrackSolution solution) {
        List<TrackedFrame> tracked = new ArrayList<>();
        Iterator<Integer> chosen = solution.chosen().iterator();
        Map<Integer, List<Integer>> tracksOf = frames.tracks(solution);
        seen.forEach((number, frame) -> {
            List<Integer> all = tracksOf.getOrDefault(number, List.of());
            FrameAlternatives alternatives =
                    frame.grouped().open() ? alternatives(frame.grouped(), chosen.next()) : null;
            List<Integer> tracks = alternatives == null
                    ? all
                    : alternatives.people().stream().map(all::get).toList();
            tracked.add(new TrackedFrame(frame.problem(), frame.problemSha256(), number, tracks, alternatives));
        });
        return tracked;
    }

    private static FrameAlternatives alternatives(GroupedFrame grouped, int chosen) {
        return new FrameAlternatives(
                grouped.groupings(),
                chosen,
                grouped.people().stream().map(Pose::detections).toList());
    }
}
