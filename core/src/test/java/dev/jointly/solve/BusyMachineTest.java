package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.CountingEngine;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BusyCores;
import dev.jointly.problem.Problem;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nothing but the time limit looks at a clock: the same problem, settings and one thread come to the same answer, bounds and
 * certificate by the same work, alone and while others keep all cores busy.
 */
@Tag("slow")
class BusyMachineTest {
    private static final int BUSY_ROUNDS = 2;

    /** What one solve came to, and by what work. */
    private record Run(
            Solution solution, List<String> bounds, long pivots, long trials, long integerPrograms, long cutShort) {
        static Run of(Problem problem, Settings settings) {
            CountingEngine engine = new CountingEngine(new HighsEngine());
            Solution solution = new Solver(engine).solve(problem, settings);
            List<String> bounds = solution.trace().stream()
                    .map(point -> point.lowerBound() + " " + point.objective())
                    .toList();
            return new Run(
                    solution, bounds, engine.pivots(), engine.trials(), engine.integerPrograms(), engine.cutShort());
        }
    }

    /** Each has a tree, and integer programs over the columns found. */
    static Stream<Arguments> scenes() {
        return Stream.of(
                arguments(Method.PCG, Crowding.CROWDED, 10, 5),
                arguments(Method.BCG, Crowding.CROWDED, 10, 5),
                arguments(Method.PCG, Crowding.CROWDED, 10, 12),
                arguments(Method.PCG, Crowding.DENSE, 6, 10),
                arguments(Method.PCG, Crowding.DENSE, 5, 100_003));
    }

    @ParameterizedTest(name = "{0} {1} {2} {3}")
    @MethodSource("scenes")
    void aBusyMachineComesToTheSame(Method method, Crowding crowding, int people, long seed) {
        Run run = comesToTheSame(
                Generator.generate("busy", people, crowding, seed),
                Settings.defaults().withMethod(method).withOptions(TreeProblems.integerProgramFirst()));
        assertThat(run.solution().nodes()).as("nodes").isGreaterThan(1);
        assertThat(run.integerPrograms()).as("integer programs").isPositive();
    }

    /** As it is by default: cuts first, and then one tree. */
    @ParameterizedTest
    @EnumSource(names = {"PCG", "BCG"})
    void cutsComeToTheSame(Method method) {
        Run run = comesToTheSame(
                Generator.generate("busy", 5, Crowding.DENSE, 100_003),
                Settings.defaults().withMethod(method));
        assertThat(run.solution().proof().trees()).anyMatch(tree -> !tree.cuts().isEmpty());
    }

    /** Some of the integer programs end before they are solved, where they always do. */
    @Test
    void aBusyMachineCutsTheSameShort() {
        SolveOptions little = TreeProblems.integerProgramFirst()
                .with(SolveOption.HEURISTIC_STEPS, 1)
                .with(SolveOption.HEURISTIC_ITERATIONS, 40);
        Run run = comesToTheSame(
                Generator.generate("busy", 10, Crowding.CROWDED, 5),
                Settings.defaults().withOptions(little));
        assertThat(run.cutShort()).isPositive();
    }

    private static Run comesToTheSame(Problem problem, Settings settings) {
        Settings patient = settings.withTimeLimit(Duration.ofDays(1));
        Run alone = Run.of(problem, patient);
        assertThat(alone.solution().status()).isEqualTo(Solution.Status.OPTIMAL);
        for (int round = 1; round <= BUSY_ROUNDS; round++) {
            try (BusyCores cores = BusyCores.start()) {
                assertThat(Run.of(problem, patient))
                        .as("busy round %d", round)
                        .usingRecursiveComparison()
                        .ignoringFields("solution.seconds", "solution.trace")
                        .isEqualTo(alone);
                assertThat(cores.busy()).isTrue();
            }
        }
        return alone;
    }
}
