package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A scene of 2,000 detections is proven optimal by PCG; BCG, slower here, is asked for a thousandth. */
@Tag("slow")
class LargeProblemTest {
    @Test
    void twoThousandDetections() {
        Problem problem = Generator.generate("large", 115, Crowding.CROWDED, 1);
        assertThat(problem.size()).isGreaterThanOrEqualTo(2_000);
        // whether it ends is the question here, not when
        Settings settings = Settings.defaults().withTimeLimit(Duration.ofMinutes(20));
        Solution pcg = solve(problem, settings.withMethod(Method.PCG));
        Solution bcg = solve(problem, settings.withMethod(Method.BCG).withGap(0.001));
        assertThat(pcg.lowerBound()).isEqualTo(pcg.objective());
        assertThat(pcg.objective()).isBetween(bcg.lowerBound(), bcg.objective());
    }

    private static Solution solve(Problem problem, Settings settings) {
        Solution solution = new Solver(new HighsEngine()).solve(problem, settings);
        System.out.printf(
                "%s: %d detections, %s, gap %.2g, %.2f s, %d iterations, %d skeletons, %d rows, %d nodes%n",
                settings.method(),
                problem.size(),
                solution.status(),
                solution.gap(),
                solution.seconds(),
                solution.iterations(),
                solution.skeletons(),
                solution.rows(),
                solution.nodes());
        assertThat(Claims.check(problem, solution).reasons()).isEmpty();
        assertThat(solution.status()).isEqualTo(Solution.Status.OPTIMAL);
        return solution;
    }
}
