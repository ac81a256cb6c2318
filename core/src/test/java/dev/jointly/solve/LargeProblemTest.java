package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import org.junit.jupiter.api.Test;

/** A scene of 2,000 detections reaches LP optimality. */
class LargeProblemTest {
    @Test
    void twoThousandDetections() {
        Problem problem = Generator.generate("large", 115, Crowding.CROWDED, 1);
        assertThat(problem.size()).isGreaterThanOrEqualTo(2_000);
        Solution pcg = solve(problem, Method.PCG);
        Solution bcg = solve(problem, Method.BCG);
        assertThat((double) bcg.lowerBound())
                .as("both reach the LP's optimum")
                .isCloseTo((double) pcg.lowerBound(), withinPercentage(1e-4));
    }

    private static Solution solve(Problem problem, Method method) {
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
        return solution;
    }
}
