package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Verdict;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.ExactSimplex;
import dev.jointly.oracle.FullLp;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.problem.Problem;
import org.junit.jupiter.api.Test;

/** 2,000 tiny problems against full enumeration of all skeletons and local assignments. */
class AgainstBruteForceTest {
    private static final int PROBLEMS = 2_000;

    private final Solver solver = new Solver(new HighsEngine());

    @Test
    void bothMethodsReachTheFullLpAndBracketTheOptimum() {
        int tight = 0;
        int fractional = 0;
        for (long seed = 1; seed <= PROBLEMS; seed++) {
            Problem problem = TinyProblems.random(seed);
            BruteForce all = BruteForce.of(problem);
            long optimum = all.optimum();
            ExactSimplex.Optimum lp = FullLp.of(all).exact();
            long lpCeiling = -Math.floorDiv(-lp.objective(), lp.denominator());
            boolean lpIsTight = lpCeiling == optimum;
            tight += lpIsTight ? 1 : 0;
            fractional += lpIsTight ? 0 : 1;
            for (Method method : new Method[] {Method.PCG, Method.BCG}) {
                Solution solution = solver.solve(problem, Settings.defaults().withMethod(method));
                Verdict verdict = Claims.check(problem, solution);
                String who = "seed " + seed + " by " + method;
                assertThat(verdict.reasons()).as(who).isEmpty();
                assertThat(verdict.lowerBound()).as("%s: checker's bound", who).isEqualTo(solution.lowerBound());
                assertThat(solution.lowerBound()).as("%s: LP value", who).isEqualTo(lpCeiling);
                assertThat(solution.objective()).as("%s: objective", who).isGreaterThanOrEqualTo(optimum);
                if (lpIsTight) {
                    assertThat(solution.objective())
                            .as("%s: objective where the LP is tight", who)
                            .isEqualTo(optimum);
                    assertThat(solution.status()).as(who).isEqualTo(Solution.Status.OPTIMAL);
                }
            }
        }
        System.out.printf("%d problems with a tight LP, %d with a gap%n", tight, fractional);
        assertThat(fractional).as("problems with a gap").isPositive();
    }
}
