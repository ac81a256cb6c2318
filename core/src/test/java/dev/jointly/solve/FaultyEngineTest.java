package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.FaultyEngine;
import dev.jointly.lp.FaultyEngine.Fault;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Engine trouble may cost time, never truth: whatever the engine does, the answer verifies and brackets the optimum. */
class FaultyEngineTest {
    private static final Settings BRIEF = Settings.defaults().withTimeLimit(Duration.ofSeconds(5));

    @ParameterizedTest
    @EnumSource(Fault.class)
    void oneKindOfFault(Fault fault) {
        int injected = 0;
        for (long seed : Trials.seeds(1, 10, 60)) {
            injected += survives(TinyProblems.random(seed), seed, 0.4, fault, BRIEF);
        }
        for (long seed : Trials.seeds(1, 1, 4)) {
            Problem problem = Generator.generate("p", 3, Crowding.ADVERSARIAL, seed, 8);
            injected += survives(problem, seed, 0.2, fault, BRIEF);
        }
        for (long seed : Trials.seeds(1, 4, 20)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            injected += survives(problem, seed, 0.3, fault, BRIEF);
            injected += survives(problem, seed, 0.3, fault, BRIEF.withOptions(TreeProblems.integerProgramFirst()));
        }
        assertThat(injected).as("%s really happened", fault).isPositive();
    }

    /** Guesses choose questions and nothing else: without a single good one the optimum is still proven. */
    @ParameterizedTest
    @EnumSource(names = {"GUESS_THROWS", "GUESS_NAN", "GUESS_NONSENSE"})
    void guessesThatAreAllWrong(Fault fault) {
        int injected = 0;
        for (long seed : Trials.seeds(1, 10, 60)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            long optimum = BruteForce.optimum(problem);
            for (Method method : Method.values()) {
                FaultyEngine engine = new FaultyEngine(new HighsEngine(), seed, 1, EnumSet.of(fault));
                Solution solution =
                        new Solver(engine).solve(problem, Settings.defaults().withMethod(method));
                String who = problem.id() + " by " + method;
                assertThat(Claims.check(problem, solution).reasons()).as(who).isEmpty();
                assertThat(solution.status()).as(who).isEqualTo(Solution.Status.OPTIMAL);
                assertThat(solution.objective()).as(who).isEqualTo(optimum);
                injected += engine.injected().getOrDefault(fault, 0);
            }
        }
        assertThat(injected).as("%s really happened", fault).isGreaterThan(Trials.count(10, 100));
    }

    @ParameterizedTest
    @EnumSource
    void anEngineThatNeverWorks(Method method) {
        for (long seed : Trials.seeds(1, 6, 30)) {
            Problem problem = TinyProblems.random(seed);
            FaultyEngine engine = new FaultyEngine(new HighsEngine(), seed, 1, EnumSet.of(Fault.FAILED));
            Solution solution = new Solver(engine).solve(problem, BRIEF.withMethod(method));
            assertThat(Claims.check(problem, solution).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everythingGoesWrongAtOnce(Method method) {
        for (long seed : Trials.seeds(1, 24, 150)) {
            Problem problem = seed % 3 == 0 ? TinyProblems.gapped(seed) : TinyProblems.random(seed);
            long optimum = BruteForce.optimum(problem);
            FaultyEngine engine = new FaultyEngine(new HighsEngine(), seed, 0.5, EnumSet.allOf(Fault.class));
            Solution solution = new Solver(engine).solve(problem, BRIEF.withMethod(method));
            assertThat(Claims.check(problem, solution).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
            assertThat(solution.lowerBound()).as("seed %d", seed).isLessThanOrEqualTo(optimum);
            assertThat(solution.objective()).as("seed %d", seed).isGreaterThanOrEqualTo(optimum);
        }
    }

    private static int survives(Problem problem, long seed, double probability, Fault fault, Settings settings) {
        FaultyEngine engine = new FaultyEngine(new HighsEngine(), seed, probability, EnumSet.of(fault));
        Solver solver = new Solver(engine);
        for (Method method : Method.values()) {
            Solution solution = solver.solve(problem, settings.withMethod(method));
            assertThat(Claims.check(problem, solution).reasons())
                    .as("seed %d, %s, %s", seed, fault, method)
                    .isEmpty();
        }
        return engine.injected().values().stream().mapToInt(Integer::intValue).sum();
    }
}
