package dev.jointly.cli.solve;

import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.proof.Proof;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.solve.Solution;
import java.time.Duration;

/**
 * What is proven of the best grouping of a problem, for other groupings of it, which were found with pins added.
 *
 * @param lowerBound in micro-units
 */
record BoundOfBest(long lowerBound, double requestedGap, Proof proof) {
    /** A grouping as a solution of the problem itself, checked. */
    Solution of(Problem problem, Solution grouping) {
        Solution solution = new Solution(
                problem.id(),
                ProblemDigest.sha256(problem),
                grouping.method(),
                grouping.objective() == lowerBound ? Solution.Status.OPTIMAL : Solution.Status.BOUNDED,
                grouping.objective(),
                Math.min(lowerBound, grouping.objective()),
                requestedGap,
                grouping.poses(),
                proof,
                grouping.seconds(),
                grouping.iterations(),
                grouping.skeletons(),
                grouping.localAssignments(),
                grouping.rows(),
                grouping.nodes(),
                grouping.trace(),
                Solution.Check.OFF,
                grouping.ending());
        return SelfCheck.of(problem, solution, Duration.ofMinutes(1)).solution();
    }
}
