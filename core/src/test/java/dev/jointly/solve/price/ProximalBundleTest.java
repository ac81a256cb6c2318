package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.FullLp;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.cut.TreeCuts;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.PrimalPoint;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProximalBundleTest {
    private static final int STEPS = 200;

    /** In units of cost. */
    private static final double NEAR = 1e-4;

    /** A bundle that has gone as far as it wants, with the best bound on the way, on the grid. */
    private static final class Ascent {
        final Candidates candidates;
        final Grid grid;
        final ProximalBundle bundle;
        long best;

        /** @param target what no bound is above, in micro-units */
        Ascent(Problem problem, List<HalfIntegralCut> cuts, long target) {
            grid = Grid.of(problem, 20);
            candidates = Reduction.of(new Costs(problem, grid));
            Pricer pricer = new Pricer(candidates);
            PricingResult first = pricer.price(candidates.start(), 1);
            best = first.bound();
            bundle = new ProximalBundle(candidates, candidates.start(), best, cuts, t -> t % 4 != 3);
            bundle.add(first.columns());
            bundle.begin(gap(target));
            boolean up = true;
            for (int i = 0; i < STEPS && up; i++) {
                DualPoint at = candidates.withPriceFloors(bundle.point(), 0);
                requireInside(bundle.point());
                PricingResult priced = pricer.price(at, 1);
                assertThat(grid.ceilMicro(priced.bound())).as(problem.id()).isLessThanOrEqualTo(target);
                best = Math.max(best, priced.bound());
                up = bundle.step(priced, at, gap(target), 1e-3);
            }
        }

        double gap(long target) {
            return grid.toLp(grid.fromMicro(target) - best) + 1e-3;
        }

        private void requireInside(DualPoint at) {
            for (int d = 0; d < at.lambda1().length; d++) {
                assertThat(at.lambda1()[d]).isBetween(0L, grid.ceiling());
                assertThat(at.lambda3()[d]).isBetween(0L, -candidates.delta(d));
            }
            for (int t = 0; t < at.cuts().sigma().length; t++) {
                assertThat(at.cuts().sigma()[t]).isBetween(0L, t % 4 == 3 ? 0L : grid.ceiling());
            }
            assertThat(at.nu()).isBetween(0L, candidates.costs().limited() ? grid.ceiling() : 0L);
        }

        /** In units of cost. */
        double bestUnits() {
            return Micro.toDouble(grid.ceilMicro(best));
        }
    }

    @Test
    void reachesTheExactRelaxationAndItsPoint() {
        int climbed = 0;
        for (long seed : Trials.seeds(1, 200, 1_000)) {
            Problem problem = TinyProblems.random(seed);
            double relaxation = FullLp.of(problem).exact().value();
            Ascent ascent =
                    new Ascent(problem, List.of(), FullLp.of(problem).exact().ceiling());
            assertThat(ascent.bestUnits()).as(problem.id()).isGreaterThan(relaxation / Micro.PER_UNIT - 10 * NEAR);
            climbed += ascent.bestUnits() > Micro.toDouble(startBound(problem)) + NEAR ? 1 : 0;
            requireRows(problem, ascent);
        }
        assertThat(climbed).as("had somewhere to climb").isGreaterThan(Trials.enough(40, 200));
    }

    private static long startBound(Problem problem) {
        Grid grid = Grid.of(problem, 20);
        Candidates candidates = Reduction.of(new Costs(problem, grid));
        return grid.ceilMicro(
                new Pricer(candidates).price(candidates.start(), 1).bound());
    }

    /** The weights keep the rows nearly, but those of hosts whose price is as high as it may be. */
    private static void requireRows(Problem problem, Ascent ascent) {
        double[] use = new double[problem.size()];
        double[] hosting = new double[problem.size()];
        PrimalPoint point = ascent.bundle.weights();
        point.skeletons().forEach((skeleton, value) -> {
            for (int d : skeleton.detections()) {
                use[d] += value;
                hosting[d] -= value;
            }
        });
        point.locals().forEach((local, value) -> {
            hosting[local.global()] += value;
            for (int d : local.locals()) {
                use[d] += value;
            }
        });
        long[] lambda3 = ascent.bundle.point().lambda3();
        for (int d = 0; d < problem.size(); d++) {
            assertThat(use[d]).as("%s, use of %d", problem.id(), d).isLessThan(1.06);
            assertThat(lambda3[d] < -ascent.candidates.delta(d) ? hosting[d] : 0)
                    .as("%s, host %d", problem.id(), d)
                    .isLessThan(0.06);
        }
    }

    @Test
    void noBoundUnderALimitIsAboveTheOptimum() {
        int priced = 0;
        for (long seed : Trials.seeds(1, 300, 1_500)) {
            Problem problem = TinyProblems.random(seed).withAtMost(1 + (int) (seed % 2));
            Ascent ascent = new Ascent(problem, List.of(), BruteForce.optimum(problem));
            priced += ascent.bundle.point().nu() > 0 ? 1 : 0;
        }
        assertThat(priced).as("ended with a price of poses").isGreaterThan(Trials.enough(20, 100));
    }

    @Test
    void cutsRaiseTheBoundAboveTheRelaxationAndNeverAboveTheOptimum() {
        int raised = 0;
        for (long seed : Trials.seeds(1, 150, 750)) {
            Problem problem = TinyProblems.gapped(seed);
            long optimum = BruteForce.optimum(problem);
            double relaxation = FullLp.of(problem).exact().value() / Micro.PER_UNIT;
            Ascent first = new Ascent(problem, List.of(), optimum);
            TreeCuts cuts = new TreeCuts(first.candidates.costs(), first.candidates.members(), SolveOptions.defaults());
            cuts.separate(first.bundle.weights(), CutPrices.NONE, () -> false);
            Ascent second = new Ascent(problem, cuts.list(), optimum);
            assertThat(second.bestUnits()).as(problem.id()).isGreaterThan(relaxation - 10 * NEAR);
            raised += second.bestUnits() > relaxation + NEAR ? 1 : 0;
        }
        assertThat(raised).as("were raised by a cut").isGreaterThan(Trials.enough(5, 25));
    }

    /** What a bundle knows at the end is a good beginning for another one. */
    @Test
    void anotherBundleBeginsWhereTheLastOneEnded() {
        Problem problem = Generator.generate("crowd", 6, Crowding.CROWDED, 3);
        Ascent ascent = new Ascent(problem, List.of(), 0);
        DualPoint center = ascent.bundle.point();
        long bound = new Pricer(ascent.candidates).price(center, 1).bound();
        ProximalBundle next = new ProximalBundle(ascent.candidates, center, bound, List.of(), t -> true);
        next.beginFrom(ascent.bundle);
        assertThat(next.weights().skeletons())
                .hasSameSizeAs(ascent.bundle.weights().skeletons());
        next.solve();
        long after = new Pricer(ascent.candidates).price(next.point(), 1).bound();
        assertThat(ascent.grid.toLp(after - bound)).isGreaterThan(-NEAR * 100);
    }
}
