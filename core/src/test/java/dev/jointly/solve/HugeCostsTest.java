package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Costs up to the largest the format takes, and down to a single micro-unit: the grid gets coarser so that no sum
 * overflows, the engine's doubles get worse, and every bound still holds exactly.
 */
class HugeCostsTest {
    private final Solver solver = new Solver(new HighsEngine());

    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void everyBoundHoldsAtTheEndsOfTheRange(Method method) {
        int optimal = 0;
        int tried = 0;
        int byTree = 0;
        for (long seed : Trials.seeds(1, 30, 150)) {
            Problem tiny = seed % 3 == 0 ? TinyProblems.gapped(seed) : TinyProblems.random(seed);
            for (long factor : new long[] {0, 1_000, 10_000_000}) {
                Problem problem = scaled(tiny, factor);
                long optimum = BruteForce.optimum(problem);
                Solution solution = solver.solve(problem, Settings.defaults().withMethod(method));
                String who = tiny.id() + " times " + factor;
                assertThat(Claims.check(problem, solution).reasons()).as(who).isEmpty();
                assertThat(solution.lowerBound()).as(who).isLessThanOrEqualTo(optimum);
                assertThat(solution.objective()).as(who).isGreaterThanOrEqualTo(optimum);
                tried++;
                optimal += solution.status() == Solution.Status.OPTIMAL ? 1 : 0;
                byTree += solution.proof().trees().isEmpty() ? 0 : 1;
            }
        }
        System.out.printf("%s: %d of %d proven optimal, %d with a tree%n", method, optimal, tried, byTree);
        assertThat(optimal).as("proven optimal of %d", tried).isEqualTo(tried);
        assertThat(byTree).as("with a tree").isGreaterThan(Trials.count(8, 60));
    }

    /** Costs times a factor, cut at the largest allowed; factor 0 shrinks them to a few micro-units instead. */
    private static Problem scaled(Problem problem, long factor) {
        List<Detection> detections = new ArrayList<>();
        problem.detections()
                .forEach(d -> detections.add(new Detection(d.part(), null, null, null, scaled(d.cost(), factor))));
        PairCosts.Builder pairs = new PairCosts.Builder();
        problem.pairs().forEach((a, b, micro) -> pairs.add(a, b, scaled(micro, factor)));
        return new Problem(
                problem.id(),
                null,
                problem.anatomy(),
                scaled(problem.poseCost(), factor),
                detections,
                pairs.build(detections.size(), problem.pairs().absentForbidden()),
                List.of());
    }

    private static long scaled(long micro, long factor) {
        long largest = Micro.of(Micro.LARGEST_COST);
        return factor == 0 ? micro / 500_000 : Math.max(-largest, Math.min(largest, micro * factor));
    }
}
