package dev.jointly.solve;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Claim.ClaimedPose;
import dev.jointly.certify.Verdict;
import dev.jointly.problem.Problem;
import java.util.List;

/** What a solution claims, as the checker wants to hear it. */
public final class Claims {
    private Claims() {}

    public static Claim of(Problem problem, Solution solution) {
        return new Claim(
                solution.problemSha256(),
                solution.status() == Solution.Status.OPTIMAL,
                solution.objective(),
                solution.lowerBound(),
                solution.requestedGap(),
                poses(problem, solution),
                solution.proof());
    }

    private static List<ClaimedPose> poses(Problem problem, Solution solution) {
        return solution.poses().stream()
                .map(pose -> new ClaimedPose(pose.cost(problem), pose.global(), pose.local()))
                .toList();
    }

    public static Verdict check(Problem problem, Solution solution) {
        return Checker.check(problem, of(problem, solution));
    }
}
