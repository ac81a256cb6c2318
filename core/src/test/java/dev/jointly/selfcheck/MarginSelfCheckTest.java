package dev.jointly.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginBounds;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Claims;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No margin leaves the program that the checker would not confirm. */
class MarginSelfCheckTest {
    private static final Duration AMPLE = Duration.ofMinutes(5);

    private final Solver solver = new Solver(new HighsEngine());

    @Test
    void whatTheSolverFindsPassesUnchanged() {
        int margins = 0;
        for (long seed : Trials.seeds(1, 30)) {
            Problem problem = TinyProblems.random(seed, 2);
            Solution solution = solver.solve(problem, Settings.defaults());
            List<MarginClaim> claims = claims(problem, solution);
            assertThat(MarginSelfCheck.of(problem, solution, claims, AMPLE))
                    .isEqualTo(claims.stream().map(Optional::of).toList());
            margins += claims.size();
        }
        assertThat(margins).isGreaterThan(30);
    }

    @Test
    void whatIsSaidTooMuchIsReplacedByWhatIsProven() {
        int weakened = 0;
        for (long seed : Trials.seeds(1, 30)) {
            Problem problem = TinyProblems.random(seed, 2);
            Solution solution = solver.solve(problem, Settings.defaults());
            List<MarginClaim> bold = claims(problem, solution).stream()
                    .map(claim ->
                            new MarginClaim(claim.pins(), claim.atLeast() + 50_000_000, claim.prices(), claim.proof()))
                    .toList();
            List<MarginClaim> published = MarginSelfCheck.of(problem, solution, bold, AMPLE).stream()
                    .flatMap(Optional::stream)
                    .toList();
            assertThat(published).hasSameSizeAs(bold);
            assertThat(Checker.check(problem, Claims.of(problem, solution).withMargins(published))
                            .accepted())
                    .isTrue();
            for (int i = 0; i < bold.size(); i++) {
                MarginClaim claim = published.get(i);
                long exact = BruteForce.optimum(problem.withPins(claim.pins())) - solution.objective();
                assertThat(claim.atLeast()).isBetween(0L, exact);
                weakened += claim.atLeast() < bold.get(i).atLeast() ? 1 : 0;
            }
        }
        assertThat(weakened).isPositive();
    }

    @Test
    void whereNotEvenZeroIsProvenNothingIsSaid() {
        // a problem of which prices of 0 prove less than the optimum
        Problem problem = Stream.iterate(1L, seed -> seed + 1)
                .map(seed -> TinyProblems.random(seed, 2))
                .filter(one -> Checker.lowerBound(one, free(one)) < BruteForce.optimum(one))
                .findFirst()
                .orElseThrow();
        Solution solution = solver.solve(problem, Settings.defaults());
        MarginClaim claim = new MarginClaim(List.of(), 0, List.of(), null);
        assertThat(MarginSelfCheck.of(problem, solution, List.of(claim), AMPLE)).containsExactly(Optional.of(claim));
        Solution open = solution.withProof(free(problem)).weakened(Checker.lowerBound(problem, free(problem)));
        assertThat(MarginSelfCheck.of(problem, open, List.of(claim), AMPLE)).containsExactly(Optional.empty());
        // no time for any bound
        assertThat(MarginSelfCheck.of(problem, solution, List.of(claim), Duration.ofNanos(-1)))
                .containsExactly(Optional.empty());
    }

    private static Proof free(Problem problem) {
        return new Proof(0, new long[problem.size()], new long[problem.size()]);
    }

    private static List<MarginClaim> claims(Problem problem, Solution solution) {
        return MarginBounds.of(problem, solution).stream().map(Margin::claim).toList();
    }
}
