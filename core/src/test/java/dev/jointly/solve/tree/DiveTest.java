package dev.jointly.solve.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.solve.benders.BendersColumnGeneration;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where the relaxation is tight and only poses are missing that cost as little, a dive mostly finds them. */
class DiveTest {
    private static final HighsEngine ENGINE = new HighsEngine();

    private static ColumnGeneration.Factory factory(Method method) {
        return method == Method.PCG
                ? PureColumnGeneration::new
                : solve -> new BendersColumnGeneration(solve, new Parallel(1));
    }

    /** The same in multiples of two units, so that many poses cost the same. */
    private static Problem coarse(Problem fine) {
        PairCosts.Builder pairs = new PairCosts.Builder();
        fine.pairs().forEach((a, b, micro) -> pairs.add(a, b, micro == PairCosts.FORBIDDEN ? micro : coarse(micro)));
        List<Detection> detections = fine.detections().stream()
                .map(d -> Detection.of(d.part(), Micro.toDouble(coarse(d.cost()))))
                .toList();
        return new Problem(
                fine.id(),
                null,
                fine.anatomy(),
                coarse(fine.poseCost()),
                detections,
                pairs.build(fine.size(), fine.pairs().absentForbidden()),
                List.of());
    }

    private static long coarse(long micro) {
        return Math.round(micro / 2e6) * 2_000_000;
    }

    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void closesTightRelaxations(Method method) {
        int dived = 0;
        int closed = 0;
        for (long seed : Trials.seeds(1, 110, 120)) {
            Problem problem = coarse(Generator.generate("dive-" + seed, 2 + (int) (seed % 4), Crowding.CROWDED, seed));
            Candidates reduced = Reduction.of(new Costs(problem, Grid.of(problem, 20)));
            Grid grid = reduced.costs().grid();
            // half of the problems without the bundle method, which leaves few dives
            SolveOptions options = SolveOptions.defaults();
            options = seed % 2 == 0 ? options : options.with(SolveOption.BUNDLE_STEPS, 0);
            Component search = Searches.begin(reduced, ENGINE, options, (1L << grid.bits()) - 1);
            BranchAndBoundTree tree = new BranchAndBoundTree(search, factory(method));
            try {
                tree.dive();
                long bound = search.bound();
                assertThat(tree.dual().cuts().zero())
                        .as("%s: base prices are those of the relaxation without cuts", problem.id())
                        .isTrue();
                Solution optimal = new Solver(ENGINE).solve(problem, Settings.defaults());
                assertThat(grid.ceilMicro(bound)).as(problem.id()).isLessThanOrEqualTo(optimal.objective());
                assertThat(search.incumbent().best().cost()).isGreaterThanOrEqualTo(optimal.objective());
                boolean tight = grid.ceilMicro(bound) == optimal.objective();
                if (tight && tree.nodes() > 1) {
                    dived++;
                    closed += search.shouldContinue() ? 0 : 1;
                }
            } finally {
                tree.close();
            }
        }
        System.out.printf("%d dives under a tight relaxation, %d found an optimum%n", dived, closed);
        assertThat(dived).isGreaterThan(1);
        assertThat(closed).as("of %d", dived).isGreaterThan(2 * dived / 3);
    }
}
