package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.problem.Problem;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stopped at any moment, by the clock or by hand, the answer is valid. */
class StoppingTest {
    private final Solver solver = new Solver(new HighsEngine());

    @ParameterizedTest
    @EnumSource
    void noTimeAtAllStillGivesAValidAnswer(Method method) {
        for (long seed = 1; seed <= 20; seed++) {
            Problem problem = Generator.generate("p", 6, Crowding.ADVERSARIAL, seed);
            Solution solution =
                    solver.solve(problem, Settings.defaults().withMethod(method).withTimeLimit(Duration.ZERO));
            assertThat(Claims.check(problem, solution).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void stoppedAfterAnyEventItStillGivesAValidAnswer(Method method) {
        int bounded = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Problem problem = Generator.generate("p", 5, Crowding.ADVERSARIAL, seed);
            AtomicInteger events = new AtomicInteger((int) (seed % 30));
            AtomicBoolean stop = new AtomicBoolean();
            Solution solution = solver.solve(
                    problem,
                    Settings.defaults().withMethod(method),
                    event -> stop.set(stop.get() || events.decrementAndGet() <= 0),
                    stop::get);
            assertThat(Claims.check(problem, solution).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
            bounded += solution.status() == Solution.Status.BOUNDED ? 1 : 0;
        }
        assertThat(bounded).as("searches that really were stopped").isGreaterThan(20);
    }

    @ParameterizedTest
    @EnumSource
    void theTimeLimitIsKept(Method method) {
        Problem problem = Generator.generate("p", 30, Crowding.ADVERSARIAL, 7);
        long start = System.nanoTime();
        Solution solution =
                solver.solve(problem, Settings.defaults().withMethod(method).withTimeLimit(Duration.ofMillis(700)));
        double seconds = (System.nanoTime() - start) * 1e-9;
        assertThat(Claims.check(problem, solution).reasons()).isEmpty();
        // reductions, one pricing pass and laying out the engine's model are not interrupted
        assertThat(seconds).as("seconds for a limit of 0.7").isLessThan(15);
    }

    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void everyPointOfTheTraceBracketsTheOptimum(Method method) {
        for (long seed = 1; seed <= 300; seed++) {
            Problem problem = TinyProblems.random(seed);
            long optimum = BruteForce.optimum(problem);
            Solution solution = solver.solve(problem, Settings.defaults().withMethod(method));
            assertThat(solution.trace()).as("seed %d", seed).isNotEmpty().allSatisfy(point -> {
                assertThat(point.lowerBound()).isLessThanOrEqualTo(optimum);
                assertThat(point.objective()).isGreaterThanOrEqualTo(optimum);
            });
            Verdict verdict = Claims.check(problem, solution);
            assertThat(verdict.accepted()).as("seed %d", seed).isTrue();
        }
    }
}
