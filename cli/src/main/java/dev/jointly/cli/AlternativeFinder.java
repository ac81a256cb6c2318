package dev.jointly.cli;

import dev.jointly.certify.Claim;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.margin.NearGroupings;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.track.AlternativeSettings;
import dev.jointly.track.choose.GroupedFrame;
import dev.jointly.track.choose.GroupedFrame.Poses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the alternatives of frames by solving them again, and keeps them for the one that will be chosen. Not thread-safe.
 */
final class AlternativeFinder implements FrameGrouper {
    /** A frame with alternatives; {@code others} are its groupings but the solution's own. */
    private record Doubtful(Problem problem, Claim claim, GroupedFrame grouped, List<Solution> others) {}

    private final SolveFunction solving;
    private final AlternativeSettings settings;
    private final Duration limit;
    private final Map<String, Doubtful> frames = new HashMap<>();
    private int incomplete;

    /** @param limit for each frame */
    AlternativeFinder(SolveFunction solving, AlternativeSettings settings, Duration limit) {
        this.solving = solving;
        this.settings = settings;
        this.limit = limit;
    }

    @Override
    public GroupedFrame groupings(Problem problem, Claim claim) {
        List<Solution> near = near(problem);
        List<Poses> all = new ArrayList<>();
        all.add(own(problem, claim));
        near.forEach(solution -> all.add(new Poses(solution.poses(), solution.objective())));
        GroupedFrame grouped = GroupedFrame.of(all, settings.weight());
        if (grouped.open()) {
            frames.put(problem.id(), new Doubtful(problem, claim, grouped, near));
        }
        return grouped;
    }

    private List<Solution> near(Problem problem) {
        long start = System.nanoTime();
        try {
            NearGroupings near = NearGroupings.of(
                    solving.session(problem, Settings.defaults().withTimeLimit(limit)),
                    settings.most(),
                    Micro.of(settings.doubt()),
                    () -> System.nanoTime() - start >= limit.toNanos());
            incomplete += near.complete() ? 0 : 1;
            return near.groupings();
        } catch (PinsException e) {
            throw new BadInputException(
                    "problem " + Excerpt.quoted(problem.id()) + " has no grouping: " + e.getMessage(), e);
        }
    }

    /** The cost is recomputed, because a claim is not trusted. */
    private static Poses own(Problem problem, Claim claim) {
        List<Pose> poses = FrameGrouper.poses(claim);
        try {
            long cost = 0;
            for (Pose pose : poses) {
                cost = Math.addExact(cost, pose.cost(problem));
            }
            return new Poses(poses, cost);
        } catch (IllegalArgumentException | NullPointerException | ArithmeticException e) {
            throw new BadInputException(
                    "the solution of " + Excerpt.quoted(problem.id()) + " has an impossible pose: " + e.getMessage(),
                    e);
        }
    }

    /** Frames with more than one grouping. */
    int doubtful() {
        return frames.size();
    }

    /** Frames for which there was no time to prove all that was asked for. */
    int incomplete() {
        return incomplete;
    }

    /**
     * A solution with another grouping, if that is not its own. It has the bound and the certificate of its frame, and its
     * status is that of a solution which was stopped early, unless it costs as little as the best one.
     */
    Optional<Solution> regrouped(String problemId, int chosen) {
        Doubtful frame = frames.get(problemId);
        if (frame == null || !changes(problemId, chosen)) {
            return Optional.empty();
        }
        Solution grouping = frame.others().get(frame.grouped().positions().get(chosen) - 1);
        Claim claim = frame.claim();
        BoundOfBest bound = new BoundOfBest(claim.lowerBound(), claim.requestedGap(), claim.proof());
        return Optional.of(bound.of(frame.problem(), grouping));
    }

    /** Whether a chosen grouping is another than that of the solution. */
    boolean changes(String problemId, int chosen) {
        Doubtful frame = frames.get(problemId);
        return frame != null && frame.grouped().positions().get(chosen) != 0;
    }

    /** The problem of a frame with alternatives. */
    Problem problem(String problemId) {
        Doubtful frame = frames.get(problemId);
        if (frame == null) {
            throw new IllegalArgumentException("problem " + problemId + " has no alternatives");
        }
        return frame.problem();
    }
}
