package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class SubgradientAscentTest {
    private static final int STEPS = 60;

    private record Climbed(long first, long best) {}

    /** Climbs towards a target in micro-units, and holds every bound on the way against it. */
    private static Climbed ascend(Problem problem, long target) {
        Grid grid = Grid.of(problem, 20);
        Candidates candidates = Reduction.of(new Costs(problem, grid));
        Pricer pricer = new Pricer(candidates);
        SubgradientAscent ascent = new SubgradientAscent(candidates, candidates.start());
        long first = pricer.price(candidates.start(), 1).bound();
        long best = first;
        boolean up = true;
        for (int i = 0; i < STEPS && up; i++) {
            DualPoint at = ascent.point();
            for (int d = 0; d < problem.size(); d++) {
                assertThat(at.lambda1()[d]).isBetween(0L, grid.ceiling());
                assertThat(at.lambda3()[d]).isBetween(0L, -candidates.delta(d));
            }
            PricingResult priced = pricer.price(at, 1);
            assertThat(priced.bound()).as(problem.id()).isLessThanOrEqualTo(grid.fromMicro(target));
            best = Math.max(best, priced.bound());
            up = ascent.step(priced, grid.fromMicro(target) - priced.bound());
        }
        return new Climbed(first, best);
    }

    @Test
    void noBoundOnTheWayIsAboveTheOptimum() {
        int risen = 0;
        int below = 0;
        for (long seed : Trials.seeds(1, 300, 300)) {
            Problem problem = TinyProblems.random(seed);
            long optimum = BruteForce.optimum(problem);
            Climbed climbed = ascend(problem, optimum);
            below += climbed.first() < Grid.of(problem, 20).fromMicro(optimum) ? 1 : 0;
            risen += climbed.best() > climbed.first() ? 1 : 0;
        }
        assertThat(below).isGreaterThan(Trials.enough(50, 50));
        assertThat(risen).as("climbed where there was something to climb").isGreaterThanOrEqualTo(below * 9 / 10);
    }

    @Tag("heavy")
    @Test
    void closesMostOfTheGapOfACrowd() {
        Problem problem = Generator.generate("crowd", 6, Crowding.CROWDED, 3);
        // any cost that poses can have will do to aim at
        long target = new Solver(new HighsEngine())
                .solve(problem, Settings.defaults())
                .objective();
        Climbed climbed = ascend(problem, target);
        long goal = Grid.of(problem, 20).fromMicro(target);
        assertThat(goal - climbed.best()).isLessThan((goal - climbed.first()) / 4);
    }
}
