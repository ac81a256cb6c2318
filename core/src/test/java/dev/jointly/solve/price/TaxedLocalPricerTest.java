package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.CutPrices;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.HalfIntegralCut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Every set of a cloud of detections, with what it pays for cuts. */
class TaxedLocalPricerTest {
    /** Less than any set costs. */
    private static final long WITHOUT_TAXES = -(1L << 50);

    @Test
    void findsTheCheapestSetTaxesIncluded() {
        int[] found = new int[1];
        forEachHost((c, m) -> {
            LocalPricer untaxed = new LocalPricer(c.cloud.candidates, Long.MAX_VALUE, () -> false);
            TaxedLocalPricer pricer = new TaxedLocalPricer(c.cloud.candidates, untaxed, () -> false);
            long cheapest = c.cheapest(m);
            assertThat(pricer.price(m, c.at, c.at.cuts(), WITHOUT_TAXES)).isEqualTo(cheapest);
            if (cheapest < 0) {
                assertThat(c.value(m, pricer.cheapest())).as("its set").isEqualTo(cheapest);
                assertThat(pricer.cheapest()).isSorted();
                found[0]++;
            } else {
                assertThat(pricer.cheapest()).isEmpty();
            }
        });
        assertThat(found[0]).isGreaterThan(Trials.enough(200, 1_000));
    }

    @Test
    void findsNothingWhereTheCheapestSetCostsNothing() {
        int[] tried = new int[1];
        forEachHost((c, m) -> {
            long cheapest = c.cheapest(m);
            if (cheapest < 0) {
                DualPoint dearer = c.at.copy();
                dearer.lambda3()[m] -= cheapest;
                LocalPricer untaxed = new LocalPricer(c.cloud.candidates, Long.MAX_VALUE, () -> false);
                TaxedLocalPricer pricer = new TaxedLocalPricer(c.cloud.candidates, untaxed, () -> false);
                assertThat(pricer.price(m, dearer, c.at.cuts(), WITHOUT_TAXES)).isZero();
                assertThat(pricer.cheapest()).isEmpty();
                tried[0]++;
            }
        });
        assertThat(tried[0]).isGreaterThan(Trials.enough(200, 1_000));
    }

    @Test
    void cutShortItStillBoundsFromBelow() {
        int[] weaker = new int[1];
        forEachHost((c, m) -> {
            long cheapest = c.cheapest(m);
            for (int work = 0; work < 20; work += 1 + work / 2) {
                LocalPricer untaxed = new LocalPricer(c.cloud.candidates, work, () -> false);
                TaxedLocalPricer pricer = new TaxedLocalPricer(c.cloud.candidates, untaxed, () -> false);
                long bound = pricer.price(m, c.at, c.at.cuts(), WITHOUT_TAXES);
                assertThat(bound).isLessThanOrEqualTo(cheapest);
                weaker[0] += bound < cheapest ? 1 : 0;
                if (pricer.cheapest().length > 0) {
                    assertThat(c.value(m, pricer.cheapest()))
                            .as("what was found by then")
                            .isGreaterThanOrEqualTo(cheapest);
                }
            }
        });
        assertThat(weaker[0]).as("bounds that were made weaker").isGreaterThan(Trials.enough(200, 1_000));
    }

    /** Ten forbidden pairs among five taxed detections: no sum of them may overflow into something cheap. */
    @Test
    void takesOneOfManyTaxedDetectionsThatExcludeEachOther() {
        for (int cheapest = 1; cheapest <= 5; cheapest++) {
            List<Detection> detections = new ArrayList<>();
            PairCosts.Builder pairs = new PairCosts.Builder();
            for (int d = 0; d < 6; d++) {
                detections.add(Detection.of(0, d == cheapest ? -2 : -1));
                if (d > 0) {
                    pairs.add(0, d, 0);
                }
            }
            Problem problem = new Problem(
                    "one-of-five", null, DetectionCloud.DOT, 0, detections, pairs.build(6, true), List.of());
            Grid grid = Grid.of(problem, 5);
            Candidates all = Reduction.none(new Costs(problem, grid));
            HalfIntegralCut cut = new HalfIntegralCut(new int[] {1, 2, 3, 4, 5}, new int[0]);
            CutPrices cuts = new CutPrices(List.of(cut), new long[] {grid.fromMicro(500_000)});
            LocalPricer untaxed = new LocalPricer(all, Long.MAX_VALUE, () -> false);
            TaxedLocalPricer pricer = new TaxedLocalPricer(all, untaxed, () -> false);
            assertThat(pricer.price(0, DualPoint.zero(grid.bits(), 6), cuts, WITHOUT_TAXES))
                    .isEqualTo(grid.fromMicro(-2_000_000));
            assertThat(pricer.cheapest()).containsExactly(cheapest);
        }
    }

    @Test
    void stoppedItReturnsTheBoundWithoutTaxes() {
        forEachHost((c, m) -> {
            LocalPricer untaxed = new LocalPricer(c.cloud.candidates, Long.MAX_VALUE, () -> false);
            long cheapest = c.cheapest(m);
            for (int questions = 0; questions < 4; questions++) {
                AtomicInteger left = new AtomicInteger(questions);
                TaxedLocalPricer pricer =
                        new TaxedLocalPricer(c.cloud.candidates, untaxed, () -> left.decrementAndGet() < 0);
                assertThat(pricer.price(m, c.at, c.at.cuts(), WITHOUT_TAXES))
                        .isEqualTo(left.get() < 0 ? WITHOUT_TAXES : cheapest);
            }
        });
    }

    /** Where all candidates together are not taxed, no set of them is. */
    @Test
    void theDetectionsThatDecideATaxAreThoseUsedIfAnySetIsTaxed() {
        forEachHost((c, m) -> {
            int[] all = c.cloud.candidates.locals(m);
            for (HalfIntegralCut cut : c.at.cuts().cuts()) {
                int[] used = Arrays.stream(all).filter(cut::uses).toArray();
                assertThat(TaxedLocalPricer.taxed(c.cloud.candidates, m, cut))
                        .as("%s, host %d", cut, m)
                        .isEqualTo(cut.coefficient(m, all) > 0 ? used : new int[0]);
            }
        });
    }

    private interface Body {
        void check(Case c, int m);
    }

    private static void forEachHost(Body body) {
        for (long seed : Trials.seeds(1, 300, 1_500)) {
            Case c = new Case(seed);
            for (int m = 0; m < c.cloud.size; m++) {
                body.check(c, m);
            }
        }
    }

    private static final class Case {
        final DetectionCloud cloud;
        final DualPoint at;

        Case(long seed) {
            Random random = new Random(seed);
            cloud = new DetectionCloud(seed, 2 + (int) (seed % 5));
            long most = cloud.candidates.costs().grid().fromMicro(2_000_000);
            long[] lambda3 = random.longs(cloud.size, 0, most).toArray();
            CutPrices cuts = PricesByDefinition.someCuts(random, cloud.size, most);
            at = new DualPoint(cloud.candidates.costs().grid().bits(), cloud.price, lambda3, cuts, 0);
        }

        /** Psi, lambda3 of the host, lambda1 of the others, and sigma times half of the cut's rows that the set is in. */
        long value(int m, int[] set) {
            long value =
                    cloud.value(m, Arrays.stream(set).mapToLong(d -> 1L << d).sum());
            if (value == Long.MAX_VALUE) {
                return value;
            }
            for (int t = 0; t < at.cuts().sigma().length; t++) {
                HalfIntegralCut cut = at.cuts().cuts().get(t);
                long rows = Arrays.stream(set)
                                .filter(d -> Arrays.stream(cut.use()).anyMatch(e -> e == d))
                                .count()
                        + Arrays.stream(cut.host()).filter(e -> e == m).count();
                value += at.cuts().sigma(t) * (rows / 2);
            }
            return value + at.lambda3()[m];
        }

        long cheapest(int m) {
            long cheapest = 0;
            for (int set = 1; set < 1 << cloud.size; set++) {
                cheapest = Math.min(cheapest, value(m, PricesByDefinition.bits(set)));
            }
            return cheapest;
        }
    }
}
