package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.problem.Problem;
import org.junit.jupiter.api.Test;

/** The compact program in the hands of the bare engine, against brute force. */
class BareEngineTest {
    @Test
    void theCompactProgramHasTheSameOptimum() {
        Solver solver = new Solver(new HighsEngine());
        for (long seed = 1; seed <= 400; seed++) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            Solution solution = solver.solve(problem, Settings.defaults().withMethod(Method.MIP));
            assertThat(solution.objective()).as("seed %d", seed).isEqualTo(BruteForce.optimum(problem));
            assertThat(solution.engineFinished()).as("seed %d", seed).isTrue();
            assertThat(Claims.check(problem, solution).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }
}
