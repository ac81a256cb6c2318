package dev.jointly.cli.media;

import dev.jointly.certify.Claim;
import dev.jointly.io.BadInputException;
import dev.jointly.io.ClipFrames;
import dev.jointly.io.Excerpt;
import dev.jointly.io.TrackedFrame;
import dev.jointly.io.dlc.DlcIdentities;
import dev.jointly.io.export.Solved;
import dev.jointly.pose.Person;
import dev.jointly.problem.Problem;
import dev.jointly.track.Clip;
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
    private record Seen(String problem, String problemSha256) {}

    private final @Nullable DlcIdentities identities;
    private final ClipFrames frames = new ClipFrames("problem", "id");
    private final SortedMap<Integer, Seen> seen = new TreeMap<>();
    private @Nullable List<String> parts;
    private boolean identified;

    /** @param identities which animals detections could be; null if that is not known */
    ClipSolutions(@Nullable DlcIdentities identities) {
        this.identities = identities;
    }

    /** Takes one, whose people stay in its order. */
    void add(Problem problem, Claim claim) {
        Solved solved = ClipTracks.NONE.solved(problem, claim);
        if (parts != null && !parts.equals(solved.parts())) {
            throw new BadInputException("problem " + Excerpt.quoted(problem.id())
                    + " has other parts than those before it; import a clip with one skeleton");
        }
        List<Person> people =
                claim.poses().stream().map(pose -> solved.seen(pose.global())).toList();
        int number = frames.add(problem.id(), people);
        seen.put(number, new Seen(problem.id(), claim.problemSha256()));
        parts = solved.parts();
        DlcIdentities known = identities;
        if (known != null) {
            List<List<Double>> scores = claim.poses().stream()
                    .map(pose -> identity(known, number, solved, pose.global()))
                    .toList();
            identified |= !scores.stream().allMatch(List::isEmpty);
            frames.identify(number, scores);
        }
    }

    private static List<Double> identity(DlcIdentities known, int frame, Solved solved, Map<Integer, Integer> global) {
        List<List<Double>> detections = new ArrayList<>();
        global.forEach((part, d) -> {
            Person.Joint joint = solved.joint(d);
            detections.add(known.of(frame, solved.parts().get(part), joint.x(), joint.y()));
        });
        return DlcIdentities.sum(detections);
    }

    /** Whether it is known of nobody which animal it could be, although that was given. */
    boolean unidentified() {
        return identities != null && !identified;
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /** The frames in order, without tracks. */
    List<TrackedFrame> untracked() {
        return frames.untracked();
    }

    int stride() {
        return frames.stride();
    }

    /** With times in strides from its first frame on. */
    Clip clip() {
        return frames.clip();
    }

    /** Tracks of {@link #clip} that were found and checked, as frames of a document. */
    List<TrackedFrame> tracked(TrackSolution solution) {
        List<TrackedFrame> tracked = new ArrayList<>();
        Map<Integer, List<Integer>> tracksOf = frames.tracks(solution);
        seen.forEach((number, frame) -> tracked.add(new TrackedFrame(
                frame.problem(), frame.problemSha256(), number, tracksOf.getOrDefault(number, List.of()))));
        return tracked;
    }
}
