package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A scene of 2,000 detections reaches LP optimality. */
class LargeProblemTest {
    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void twoThousandDetections(Method method) {
        Problem problem = Generator.generate("large", 115, Crowding.CROWDED, 1);
        assertThat(problem.size()).isGreaterThanOrEqualTo(2_000);
        Solution solution =
                new Solver(new HighsEngine()).solve(problem, Settings.defaults().withMethod(method));
        System.out.printf(
                "%s: %d detections, %s, gap %.2g, %.2f s, %d iterations, %d skeletons, %d rows%n",
                method,
                problem.size(),
                solution.status(),
                solution.gap(),
                solution.seconds(),
                solution.iterations(),
                solution.skeletons(),
                solution.rows());
        assertThat(Claims.check(problem, solution).reasons()).isEmpty();
        assertThat(solution.seconds()).as("ended by itself, not by the clock").isLessThan(290);
        assertThat(solution.gap()).isLessThan(0.01);
    }
}
