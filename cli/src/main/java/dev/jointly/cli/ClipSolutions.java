package dev.jointly.cli;

import dev.jointly.certify.Claim;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.FrameAlternatives;
import dev.jointly.io.FrameNumber;
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
import dev.jointly.track.Track;
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
    private record Seen(String problem, String problemSha256, List<FramePerson> people, GroupedFrame grouped) {}

    private final FrameGrouper grouper;

    private final SortedMap<Integer, Seen> frames = new TreeMap<>();
    private @Nullable String clip;
    private @Nullable List<String> parts;

    ClipSolutions(FrameGrouper grouper) {
        this.grouper = grouper;
    }

    /** Takes one, whose people stay in its order; further ones of other groupings follow. */
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
        GroupedFrame grouped = grouper.groupings(problem, claim);
        List<FramePerson> people =
                grouped.people().stream().map(pose -> person(solved, pose)).toList();
        frames.put(frame.number(), new Seen(problem.id(), claim.problemSha256(), people, grouped));
        clip = frame.clip();
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

    /** The clip by the solutions alone, with times in strides from its first frame on. */
    Clip own() {
        int stride = stride();
        List<ClipFrame> all = new ArrayList<>();
        frames.forEach((number, seen) -> {
            int own = seen.grouped().groupings().get(0).people().size();
            all.add(new ClipFrame(
                    (number - frames.firstKey()) / stride, seen.people().subList(0, own)));
        });
        return new Clip(all);
    }

    /** The problem of linking the people, with the choices of frames that have several groupings. */
    TrackProblem problem(LinkSettings settings) {
        int stride = stride();
        List<ClipFrame> all = new ArrayList<>();
        List<FrameGroupings> choices = new ArrayList<>();
        frames.forEach((number, seen) -> {
            int time = (number - frames.firstKey()) / stride;
            all.add(new ClipFrame(time, seen.people()));
            if (seen.grouped().open()) {
                choices.add(seen.grouped().choice(time));
            }
        });
        return new LinkCosts(settings).problem(new Clip(all)).withChoices(choices);
    }

    /** Tracks of {@link #problem} that were found and checked, as frames of a document. */
    List<TrackedFrame> tracked(TrackProblem problem, TrackSolution solution) {
        int[] trackOf = new int[problem.people().size()];
        for (Track track : solution.tracks()) {
            track.people().forEach(person -> trackOf[person] = track.id());
        }
        List<TrackedFrame> tracked = new ArrayList<>();
        Iterator<Integer> chosen = solution.chosen().iterator();
        int first = 0;
        for (Map.Entry<Integer, Seen> entry : frames.entrySet()) {
            Seen seen = entry.getValue();
            FrameAlternatives alternatives = seen.grouped().open() ? alternatives(seen.grouped(), chosen.next()) : null;
            List<Integer> tracks = new ArrayList<>();
            int poses = alternatives == null
                    ? seen.people().size()
                    : alternatives.people().size();
            for (int pose = 0; pose < poses; pose++) {
                int person = alternatives == null ? pose : alternatives.people().get(pose);
                tracks.add(trackOf[first + person]);
            }
            first += seen.people().size();
            tracked.add(new TrackedFrame(seen.problem(), seen.problemSha256(), entry.getKey(), tracks, alternatives));
        }
        return tracked;
    }

    private static FrameAlternatives alternatives(GroupedFrame grouped, int chosen) {
        return new FrameAlternatives(
                grouped.groupings(),
                chosen,
                grouped.people().stream().map(Pose::detections).toList());
    }
}
