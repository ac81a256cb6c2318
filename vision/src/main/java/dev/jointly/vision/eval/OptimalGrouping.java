package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import java.util.List;
import java.util.function.Function;

/**
 * Our method: assigns costs, then solves for the cheapest poses.
 *
 * @param solver from a problem to the poses of its optimum, or the best found in time
 */
public record OptimalGrouping(CostModel model, Function<Problem, List<Pose>> solver) implements Baseline {
    @Override
    public List<GroupedPerson> people(Evidence evidence) {
        Problem problem = model.problem(evidence);
        return people(problem, solver.apply(problem), evidence);
    }

    /** The poses of a problem, in the parts of its evidence. */
    static List<GroupedPerson> people(Problem problem, List<Pose> poses, Evidence evidence) {
        return poses.stream()
                .map(pose -> GroupedPerson.of(pose, problem, evidence))
                .toList();
    }
}
