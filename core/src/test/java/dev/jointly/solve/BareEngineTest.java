package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.WorkLimit;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.compact.CompactProgram;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.Selection;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The compact program in the hands of the bare engine, against brute force. */
class BareEngineTest {
    @Test
    void theCompactProgramHasTheSameOptimum() {
        Solver solver = new Solver(new HighsEngine());
        for (long seed : Trials.seeds(1, 60, 400)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            Solution solution = solver.solve(problem, Settings.defaults().withMethod(Method.MIP));
            assertThat(solution.objective()).as("seed %d", seed).isEqualTo(BruteForce.optimum(problem));
            assertThat(solution.engineFinished()).as("seed %d", seed).isTrue();
            assertThat(Claims.check(problem, solution).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void theCompactProgramHonoursPins() {
        int impossible = 0;
        int unwanted = 0;
        for (long seed : Trials.seeds(1, 100, 600)) {
            Problem problem = TinyProblems.pinned(seed, 1 + (int) (seed % 3));
            OptionalLong optimum = BruteForce.optimumIfFeasible(problem);
            assertThat(bare(problem)).as("seed %d", seed).isEqualTo(optimum);
            impossible += optimum.isEmpty() ? 1 : 0;
            unwanted += optimum.orElse(0) > 0 ? 1 : 0;
        }
        assertThat(impossible).as("problems whose pins cannot hold").isGreaterThan(Trials.count(4, 40));
        assertThat(unwanted).as("problems whose pins force a positive optimum").isGreaterThan(Trials.count(6, 60));
    }

    /** Doubles are where a detection's pose is known only through its host. */
    @Test
    void theCompactProgramHonoursPinsOnDoubles() {
        for (long seed : Trials.seeds(1, 20, 100)) {
            Problem problem = TinyProblems.pinned(TinyProblems.gapped(seed), seed);
            assertThat(bare(problem)).as("seed %d", seed).isEqualTo(BruteForce.optimumIfFeasible(problem));
        }
    }

    /** The optimum as the engine has it, its poses costed and checked exactly; nothing where it says there is none. */
    private static OptionalLong bare(Problem problem) {
        CompactProgram compact = new CompactProgram(Reduction.none(new Costs(problem, Grid.of(problem, 20))));
        IntegerResult result =
                new HighsEngine().solve(compact.program(), WorkLimit.NONE, Deadline.after(Duration.ofMinutes(1)));
        if (result.status() == LpStatus.INFEASIBLE) {
            return OptionalLong.empty();
        }
        assertThat(result.status()).as(problem.id()).isEqualTo(LpStatus.OPTIMAL);
        Selection selection = compact.selection(result.values());
        assertThat(selection).as(problem.id()).isNotNull();
        return OptionalLong.of(Objects.requireNonNull(selection).cost());
    }
}
