package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.HalfIntegralCut;
import dev.jointly.solve.term.Skeleton;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaxedSkeletonPricerTest {
    /** Less than any skeleton costs. */
    private static final long UNTAXED = -(1L << 50);

    @Test
    void findsTheCheapestSkeletonTaxesIncluded() {
        int[] found = new int[1];
        forEachLead((c, lead) -> {
            TaxedSkeletonPricer pricer = new TaxedSkeletonPricer(c.candidates, () -> false);
            long cheapest = c.expected.lead[lead];
            assertThat(pricer.price(lead, c.weight, c.at.cuts(), UNTAXED)).isEqualTo(cheapest);
            if (cheapest < 0) {
                assertThat(c.expected.skeletons).containsEntry(new Skeleton(pricer.cheapest(), 0), cheapest);
                found[0]++;
            } else {
                assertThat(pricer.cheapest()).isEmpty();
            }
        });
        assertThat(found[0]).isGreaterThan(Trials.enough(100, 500));
    }

    @Test
    void findsNothingWhereTheCheapestSkeletonCostsNothing() {
        int[] tried = new int[1];
        forEachLead((c, lead) -> {
            long cheapest = c.expected.lead[lead];
            if (cheapest < 0) {
                long[] dearer = c.weight.clone();
                dearer[lead] -= cheapest;
                TaxedSkeletonPricer pricer = new TaxedSkeletonPricer(c.candidates, () -> false);
                assertThat(pricer.price(lead, dearer, c.at.cuts(), UNTAXED)).isZero();
                assertThat(pricer.cheapest()).isEmpty();
                tried[0]++;
            }
        });
        assertThat(tried[0]).isGreaterThan(Trials.enough(100, 500));
    }

    /** What a skeleton pays for cuts is its tax less its discounts; a cut without a price taxes nothing. */
    @Test
    void aSkeletonIsTaxedIfItPaysMoreThanItsDiscounts() {
        int[] taxed = new int[2];
        forEachLead((c, lead) -> {
            long[] sigma = c.at.cuts().sigma().clone();
            if (sigma.length > 0) {
                sigma[0] = 0;
            }
            CutPrices cuts = new CutPrices(c.at.cuts().cuts(), sigma);
            TaxedSkeletonPricer pricer = new TaxedSkeletonPricer(c.candidates, () -> false);
            c.expected.skeletons.keySet().stream()
                    .filter(skeleton -> c.candidates.costs().lead(skeleton.detections()) == lead)
                    .limit(20)
                    .forEach(skeleton -> {
                        long tax = cuts.paidBy(skeleton)
                                + Arrays.stream(skeleton.detections())
                                        .mapToLong(cuts::discount)
                                        .sum();
                        assertThat(pricer.taxes(skeleton.detections(), cuts))
                                .as("%s, %s", skeleton, cuts.cuts())
                                .isEqualTo(tax > 0);
                        taxed[tax > 0 ? 1 : 0]++;
                    });
        });
        assertThat(Math.min(taxed[0], taxed[1])).isGreaterThan(Trials.enough(100, 500));
    }

    @Test
    void stoppedItReturnsTheBoundWithoutTaxes() {
        forEachLead((c, lead) -> {
            for (int questions = 0; questions < 12; questions++) {
                AtomicInteger left = new AtomicInteger(questions);
                TaxedSkeletonPricer pricer = new TaxedSkeletonPricer(c.candidates, () -> left.decrementAndGet() < 0);
                assertThat(pricer.price(lead, c.weight, c.at.cuts(), UNTAXED))
                        .isEqualTo(left.get() < 0 ? UNTAXED : c.expected.lead[lead]);
                if (questions == 0) {
                    assertThat(pricer.cheapest()).as("stopped at once").isEmpty();
                }
            }
        });
    }

    @Test
    void aCutIsOpenToALeadIfTwoPartsOfItsCandidatesHaveMembers() {
        int[] open = new int[2];
        forEachLead((c, lead) -> {
            Costs costs = c.candidates.costs();
            for (HalfIntegralCut cut : c.at.cuts().cuts()) {
                long parts = IntStream.range(0, costs.size())
                        .filter(d -> d == lead
                                || Arrays.binarySearch(c.candidates.joins(lead, costs.part(d)), costs.slot(d)) >= 0)
                        .filter(cut::counts)
                        .map(costs::part)
                        .distinct()
                        .count();
                assertThat(TaxedSkeletonPricer.isOpen(c.candidates, lead, cut))
                        .as("%s, lead %d", cut, lead)
                        .isEqualTo(parts >= 2);
                open[parts >= 2 ? 1 : 0]++;
            }
        });
        assertThat(Math.min(open[0], open[1])).isGreaterThan(Trials.enough(100, 500));
    }

    private interface Body {
        void check(Case c, int lead);
    }

    private static void forEachLead(Body body) {
        for (long seed : Trials.seeds(1, 300, 1_500)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            if (problem.size() > 0) {
                Case c = new Case(seed, problem);
                for (int lead : c.candidates.leads()) {
                    body.check(c, lead);
                }
            }
        }
    }

    private static final class Case {
        final Candidates candidates;
        final DualPoint at;
        final long[] weight;
        final PricesByDefinition expected;

        Case(long seed, Problem problem) {
            Random random = new Random(seed);
            Grid grid = Grid.of(problem, 5);
            Costs costs = new Costs(problem, grid);
            candidates = Reduction.none(costs);
            long most = grid.fromMicro(2_000_000);
            CutPrices cuts = PricesByDefinition.someCuts(random, problem.size(), most);
            long[] lambda1 = random.longs(problem.size(), -most, most).toArray();
            at = new DualPoint(grid.bits(), lambda1, new long[problem.size()], cuts, 0);
            weight = new long[problem.size()];
            Arrays.setAll(weight, d -> costs.theta(d) + lambda1[d] - cuts.discount(d));
            expected = new PricesByDefinition(problem, grid, at);
        }
    }
}
