package dev.jointly.selfcheck;

import dev.jointly.certify.CheckLimits;
import dev.jointly.certify.Checker;
import dev.jointly.certify.ProvenBound;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Checks claims of margins before they are published. What is not confirmed is replaced by what is; a claim of which not
 * even 0 is confirmed is left out, as it is where the bounds of the solution do not meet.
 */
public final class MarginSelfCheck {
    private MarginSelfCheck() {}

    /**
     * Checks the margins of a solution.
     *
     * @param solution has passed its own check
     * @param limit for all of them together
     * @return for each claim the one that may be published in its place, if any
     */
    public static List<Optional<MarginClaim>> of(
            Problem problem, Solution solution, List<MarginClaim> claims, Duration limit) {
        long start = System.nanoTime();
        CheckLimits limits =
                new CheckLimits(SelfCheck.NODES_PER_LOCAL_SET, () -> System.nanoTime() - start > limit.toNanos());
        return claims.stream()
                .map(claim -> confirmed(problem, solution, claim, limits))
                .toList();
    }

    private static Optional<MarginClaim> confirmed(
            Problem problem, Solution solution, MarginClaim claim, CheckLimits limits) {
        ProvenBound bound = Checker.lowerBound(problem, solution.proof(), claim, limits);
        if (bound.lowerBound() < solution.objective()) {
            return Optional.empty();
        }
        long proven = Math.subtractExact(bound.lowerBound(), solution.objective());
        return Optional.of(
                proven >= claim.atLeast()
                        ? claim
                        : new MarginClaim(claim.pins(), proven, claim.prices(), claim.proof()));
    }
}
