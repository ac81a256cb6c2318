package dev.jointly.solve.benders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import org.junit.jupiter.api.Test;

/**
 * Fixed bug: an engine that meets a row only up to its own tolerance left it "violated" by a hair more than ours, and
 * the same row was added 8,800 times until the clock struck.
 */
class RepeatedRowTest {
    @Test
    void aKnownRowIsNotAddedAgain() {
        Problem problem = Generator.generate("p", 3, Crowding.CROWDED, 1);
        Candidates candidates = Reduction.of(new Costs(problem, Grid.of(problem, 20)));
        Clusters clusters = new Clusters(candidates);
        HighsEngine engine = new HighsEngine();
        try (BendersMaster master =
                        new BendersMaster(engine.newModel(), candidates, clusters, SolveOptions.defaults());
                SubProblem sub = new SubProblem(
                        engine.newModel(), candidates, clusters, 0, SolveOptions.defaults(), () -> false)) {
            BendersRow row = sub.rowAtNothing();
            assertThat(master.add(row)).isTrue();
            assertThat(master.add(sub.rowAtNothing()))
                    .as("the same row from the same prices")
                    .isFalse();
            long[] other = row.l1().clone();
            other[0]++;
            assertThat(master.add(new BendersRow(0, row.members(), other, row.l3())))
                    .as("another row")
                    .isTrue();
            assertThat(master.rows()).isEqualTo(2);
        }
    }
}
