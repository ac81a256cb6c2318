package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pricing under cuts against all skeletons and all local assignments, one by one. */
class TaxedPricingTest {
    @Test
    void findsTheCheapestUnderAnyCutsAndPrices() {
        int taxed = 0;
        int found = 0;
        for (long seed : Trials.seeds(1, 400, 4_000)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            if (problem.size() == 0) {
                continue;
            }
            Random random = new Random(seed);
            Grid grid = Grid.of(problem, 5);
            Candidates all = Reduction.none(new Costs(problem, grid));
            DualPoint at = point(random, problem, grid);
            PricesByDefinition expected = new PricesByDefinition(problem, grid, at);
            PricingResult priced = new Pricer(all).price(at, 1);
            assertThat(priced.bound()).as("seed %d", seed).isEqualTo(expected.bound);
            for (Skeleton skeleton : priced.skeletons()) {
                long reducedCost = new Pricer(all).reducedCost(skeleton, at);
                assertThat(reducedCost)
                        .as("seed %d, %s", seed, skeleton)
                        .isEqualTo(expected.lead[all.costs().lead(skeleton.detections())]);
                found++;
            }
            for (LocalAssignment local : priced.locals()) {
                assertThat(new Pricer(all).reducedCost(local, at))
                        .as("seed %d, %s", seed, local)
                        .isEqualTo(expected.host[local.global()]);
                found++;
            }
            DualPoint untaxed = new DualPoint(at.scaleBits(), at.lambda1(), at.lambda3());
            taxed += new Pricer(all).price(untaxed, 1).bound() != priced.bound() ? 1 : 0;
        }
        assertThat(taxed).isGreaterThan(Trials.enough(200, 2_000));
        assertThat(found).isGreaterThan(Trials.enough(200, 2_000));
    }

    /** Whenever it is stopped, what is left is a lower bound on what it would have found. */
    @Test
    void aStoppedSearchIsABound() {
        int weaker = 0;
        for (long seed : Trials.seeds(1, 60, 400)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            if (problem.size() == 0) {
                continue;
            }
            Grid grid = Grid.of(problem, 5);
            Candidates all = Reduction.none(new Costs(problem, grid));
            DualPoint at = point(new Random(seed), problem, grid);
            long exact = new Pricer(all).price(at, 1).bound();
            for (int questions = 0; questions < 60; questions++) {
                AtomicInteger left = new AtomicInteger(questions);
                Pricer stopped = new Pricer(all, SolveOptions.defaults(), () -> left.getAndDecrement() <= 0);
                PricingResult priced = stopped.price(at, 1);
                assertThat(priced.bound())
                        .as("seed %d, %d questions", seed, questions)
                        .isLessThanOrEqualTo(exact);
                weaker += priced.bound() < exact ? 1 : 0;
            }
        }
        assertThat(weaker).isGreaterThan(Trials.enough(300, 2_000));
    }

    private static DualPoint point(Random random, Problem problem, Grid grid) {
        long most = grid.fromMicro(new long[] {1, 500_000, 4_000_000}[random.nextInt(3)]);
        DualPoint at = DualPoint.zero(grid.bits(), problem.size());
        for (int d = 0; d < problem.size(); d++) {
            at.lambda1()[d] = random.nextBoolean() ? random.nextLong(most) : 0;
            at.lambda3()[d] = random.nextBoolean() ? random.nextLong(most) : 0;
        }
        return at.withCuts(PricesByDefinition.someCuts(random, problem.size(), most));
    }
}
