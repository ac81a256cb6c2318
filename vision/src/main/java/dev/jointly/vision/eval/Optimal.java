package dev.jointly.vision.eval;

import dev.jointly.evidence.Evidence;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.vision.cost.CostModel;
import java.util.List;
import java.util.function.Function;

/**
 * Ours: costs, then the cheapest poses.
 *
 * @param solver from a problem to the poses of its optimum, or the best found in time
 */
public record Optimal(CostModel model, Function<Problem, List<Pose>> solver) implements Peer {
    @Override
    public List<Body> bodies(Evidence evidence) {
        Problem problem = model.problem(evidence);
        int[] part = evidence.candidates().stream()
                .mapToInt(Evidence.Candidate::part)
                .toArray();
        return solver.apply(problem).stream()
                .map(pose -> Body.of(pose, problem, part, evidence.parts().size()))
                .toList();
    }
}
