package dev.jointly.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.generate.Crowding;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.solve.term.Grid;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The recorded LPs are those that prove the bound: solved alone, their optima add up to it. */
class RootMastersTest {
    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"PCG", "BCG"})
    void theirOptimaAddUpToTheBound(Method method) {
        HighsEngine engine = new HighsEngine();
        Settings byLpAlone = LimitCommand.byLpAlone(Settings.defaults().withMethod(method));
        int compared = 0;
        for (Crowding crowding : new Crowding[] {Crowding.EASY, Crowding.CROWDED}) {
            for (int seed = 1; seed <= 5; seed++) {
                Problem problem = ProblemSources.generated(crowding, 4, seed);
                RootMasters masters = new RootMasters(engine);
                Solution solution = new Solver(masters).solve(problem, byLpAlone, masters, () -> false);
                if (solution.nodes()
                        == masters.all().size()) { // no tree was needed: the root's bound is that of the problem
                    compared++;
                    double sum = masters.all().stream()
                            .mapToDouble(lp -> lp.optimum(engine))
                            .sum();
                    assertThat(Grid.lpToMicro(sum))
                            .as("%s, seed %d", crowding, seed)
                            .isCloseTo((double) solution.lowerBound(), within(100.0));
                }
            }
        }
        assertThat(compared).isGreaterThan(4);
    }
}
