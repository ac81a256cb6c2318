package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.FaultyEngine;
import dev.jointly.lp.FaultyEngine.Fault;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.compact.BareEngine;
import java.time.Duration;
import java.util.EnumSet;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The compact program in the hands of the bare engine, against brute force. */
class BareEngineTest {
    @Test
    void theCompactProgramHasTheSameOptimum() {
        for (long seed : Trials.seeds(1, 60, 400)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            assertThat(bare(problem)).as("seed %d", seed).hasValue(BruteForce.optimum(problem));
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

    /** An engine that lies: the poses are checked, whatever it says of them. */
    @Test
    void posesOfAFaultyEngineAreFeasible() {
        for (long seed : Trials.seeds(1, 24, 150)) {
            Problem problem = seed % 3 == 0 ? TinyProblems.gapped(seed) : TinyProblems.random(seed);
            FaultyEngine engine = new FaultyEngine(new HighsEngine(), seed, 0.5, EnumSet.allOf(Fault.class));
            try {
                BareEngine.solve(problem, engine, Deadline.after(Duration.ofSeconds(5)))
                        .objective()
                        .ifPresent(found -> assertThat(found)
                                .as("seed %d", seed)
                                .isGreaterThanOrEqualTo(BruteForce.optimum(problem)));
            } catch (IllegalStateException e) {
                assertThat(e).hasMessageStartingWith("injected");
            }
        }
    }

    /** The optimum as the engine has it; nothing where it says there is none. */
    static OptionalLong bare(Problem problem) {
        BareEngine result = BareEngine.solve(problem, new HighsEngine(), Deadline.after(Duration.ofMinutes(1)));
        assertThat(result.finished()).as(problem.id()).isTrue();
        assertThat(result.objective().isPresent()).as(problem.id()).isEqualTo(result.status() == LpStatus.OPTIMAL);
        return result.objective();
    }
}
