package dev.jointly.solve;

import dev.jointly.lp.Deadline;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.RelativeGap;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** From what the search has found to a solution: poses, their cost summed anew, status and proof. */
final class SolutionBuilder {
    private SolutionBuilder() {}

    static Solution of(
            Problem problem,
            Preparation prepared,
            SolveOutcome outcome,
            Settings settings,
            EventPublisher events,
            Deadline deadline) {
        List<Pose> poses = poses(problem, chosen(problem, prepared, outcome.selection()));
        long objective = poses.stream().mapToLong(pose -> pose.cost(problem)).reduce(0, Math::addExact);
        boolean closed = RelativeGap.closed(objective, outcome.lowerBound(), settings.gap());
        events.mark(outcome.lowerBound(), objective);
        return new Solution(
                problem.id(),
                ProblemDigest.sha256(problem),
                settings.method(),
                closed ? Solution.Status.OPTIMAL : Solution.Status.BOUNDED,
                objective,
                outcome.lowerBound(),
                settings.gap(),
                poses,
                outcome.proof(),
                events.seconds(),
                events.iterations(),
                outcome.skeletons(),
                outcome.localAssignments(),
                outcome.rows(),
                outcome.nodes(),
                events.trace(),
                Solution.Check.OFF,
                closed ? Ending.PROVEN : Ending.unproven(deadline));
    }

    /** The poses found, if they are better than the first incumbent and satisfy what the problem asks for. */
    private static Selection chosen(Problem problem, Preparation prepared, Selection found) {
        boolean few = found.skeletons().size() <= problem.maxPoses().orElse(Integer.MAX_VALUE);
        return few ? prepared.cheaper(found, prepared.incumbent()) : prepared.incumbent();
    }

    private static List<Pose> poses(Problem problem, Selection selection) {
        Map<Integer, LocalAssignment> hosted = new HashMap<>();
        selection.locals().forEach(local -> hosted.put(local.global(), local));
        List<Pose> poses = new ArrayList<>();
        for (Skeleton skeleton : selection.skeletons()) {
            TreeMap<Integer, Integer> global = new TreeMap<>();
            TreeMap<Integer, List<Integer>> local = new TreeMap<>();
            for (int d : skeleton.detections()) {
                global.put(problem.part(d), d);
                LocalAssignment assignment = hosted.get(d);
                if (assignment != null) {
                    local.put(
                            problem.part(d),
                            Arrays.stream(assignment.locals()).boxed().toList());
                }
            }
            poses.add(new Pose(global, local));
        }
        return poses;
    }
}
