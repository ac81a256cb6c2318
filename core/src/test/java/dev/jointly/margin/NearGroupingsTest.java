package dev.jointly.margin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The nearest groupings against all groupings of tiny problems. */
class NearGroupingsTest {
    private static final int MOST = 5;

    private final Solver solver = new Solver(new HighsEngine());

    private Session session(Problem problem) {
        return new Session(solver, problem, Settings.defaults());
    }

    @Test
    void theyAreTheCheapestOfAllGroupings() {
        int several = 0;
        int cutOff = 0;
        for (long seed : Trials.seeds(1, 60, 150)) {
            Problem problem = TinyProblems.random(seed);
            if (problem.size() > 7) {
                continue;
            }
            List<Long> costs =
                    AllGroupings.of(problem).values().stream().sorted().toList();
            long below = 1L + new Random(seed).nextInt(3_000_000);
            List<Long> expected = costs.stream()
                    .filter(cost -> cost - costs.get(0) < below)
                    .limit(MOST)
                    .toList();
            NearGroupings near = NearGroupings.of(session(problem), MOST, below, () -> false);
            assertThat(near.complete()).isTrue();
            assertThat(near.groupings())
                    .as("seed %d", seed)
                    .extracting(Solution::objective)
                    .isEqualTo(expected);
            several += expected.size() > 1 ? 1 : 0;
            cutOff += expected.size() < Math.min(MOST, costs.size()) ? 1 : 0;
        }
        assertThat(several).isGreaterThan(Trials.count(1, 5));
        assertThat(cutOff).isGreaterThan(Trials.count(1, 5));
    }

    @Test
    void withoutTimeThereAreNone() {
        NearGroupings near = NearGroupings.of(session(TinyProblems.random(3, 1)), MOST, 1, () -> true);
        assertThat(near.groupings()).isEmpty();
        assertThat(near.complete()).isFalse();
    }
}
