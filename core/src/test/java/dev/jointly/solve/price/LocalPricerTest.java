package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Branch and bound against all 2^n sets. */
class LocalPricerTest {
    @Test
    void findsTheCheapestSet() {
        for (long seed : Trials.seeds(1, 100, 600)) {
            DetectionCloud cloud = new DetectionCloud(seed, 2 + (int) (seed % 10));
            LocalPricer pricer = new LocalPricer(cloud.candidates, Long.MAX_VALUE, () -> false);
            for (int m = 0; m < cloud.size; m++) {
                long expected = Math.min(cloud.below, cloud.cheapest(m));
                assertThat(pricer.price(m, cloud.price, cloud.below))
                        .as("seed %d host %d", seed, m)
                        .isEqualTo(expected);
                int[] set = pricer.cheapest();
                if (expected < cloud.below) {
                    assertThat(cloud.value(m, mask(set)))
                            .as("seed %d host %d: its set", seed, m)
                            .isEqualTo(expected);
                } else {
                    assertThat(set)
                            .as("seed %d host %d: nothing below the threshold", seed, m)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void findsNothingWhereTheCheapestSetIsJustAtTheThreshold() {
        int tried = 0;
        for (long seed : Trials.seeds(1, 100, 600)) {
            DetectionCloud cloud = new DetectionCloud(seed, 2 + (int) (seed % 10));
            LocalPricer pricer = new LocalPricer(cloud.candidates, Long.MAX_VALUE, () -> false);
            for (int m = 0; m < cloud.size; m++) {
                long cheapest = cloud.cheapest(m);
                if (cheapest <= 0) {
                    assertThat(pricer.price(m, cloud.price, cheapest))
                            .as("seed %d host %d", seed, m)
                            .isEqualTo(cheapest);
                    assertThat(pricer.cheapest()).as("seed %d host %d", seed, m).isEmpty();
                    tried++;
                }
            }
        }
        assertThat(tried).isGreaterThan(Trials.enough(100, 600));
    }

    @Test
    void cutShortItStillBoundsFromBelow() {
        int weaker = 0;
        for (long seed : Trials.seeds(1, 60, 300)) {
            DetectionCloud cloud = new DetectionCloud(seed, 8 + (int) (seed % 5));
            LocalPricer pricer = new LocalPricer(cloud.candidates, 1 + 20 * (seed % 4), () -> false);
            for (int m = 0; m < cloud.size; m++) {
                long exact = Math.min(cloud.below, cloud.cheapest(m));
                long bound = pricer.price(m, cloud.price, cloud.below);
                assertThat(bound).as("seed %d host %d", seed, m).isLessThanOrEqualTo(exact);
                weaker += bound < exact ? 1 : 0;
            }
        }
        assertThat(weaker).as("searches that really were cut short").isGreaterThan(Trials.enough(10, 50));
    }

    @Test
    void stoppedAtOnceItBoundsFromBelowWithoutASearch() {
        int weaker = 0;
        for (long seed = 1; seed <= Trials.count(300, 300); seed++) {
            DetectionCloud cloud = new DetectionCloud(seed, 2 + (int) (seed % 10));
            LocalPricer pricer = new LocalPricer(cloud.candidates, Long.MAX_VALUE, () -> true);
            for (int m = 0; m < cloud.size; m++) {
                long exact = Math.min(cloud.below, cloud.cheapest(m));
                long bound = pricer.price(m, cloud.price, cloud.below);
                assertThat(bound).as("seed %d host %d", seed, m).isLessThanOrEqualTo(exact);
                assertThat(pricer.cheapest()).isEmpty();
                weaker += bound < exact ? 1 : 0;
            }
        }
        assertThat(weaker).as("bounds that stopping made weaker").isGreaterThan(Trials.enough(500, 500));
    }

    /** A search that has run out of work takes nothing from the next one. */
    @Test
    void eachSearchHasAllTheWorkToItself() {
        for (long seed : Trials.seeds(1, 60, 300)) {
            DetectionCloud cloud = new DetectionCloud(seed, 8 + (int) (seed % 5));
            long limit = 1 + 20 * (seed % 4);
            LocalPricer used = new LocalPricer(cloud.candidates, limit, () -> false);
            for (int m = 0; m < cloud.size; m++) {
                LocalPricer fresh = new LocalPricer(cloud.candidates, limit, () -> false);
                assertThat(used.price(m, cloud.price, cloud.below))
                        .as("seed %d host %d", seed, m)
                        .isEqualTo(fresh.price(m, cloud.price, cloud.below));
            }
        }
    }

    /** All of sixty detections would take longer than anybody waits. */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aSearchEndsWhenItsWorkIsSpent() {
        int size = 60;
        Problem problem = DetectionCloud.problem(new Random(1), "hard", size);
        Costs costs = new Costs(problem, Grid.of(problem, 10));
        int[][] locals = new int[size][0];
        locals[0] = IntStream.range(1, size)
                .filter(d -> costs.phi(0, d) < Grid.FORBIDDEN)
                .toArray();
        Candidates ofOneHost = new Candidates(
                costs, new int[0], new int[size][][], new int[] {0}, locals, new long[size], new long[size]);
        LocalPricer pricer = new LocalPricer(ofOneHost, 1 << 16, () -> false);
        long bound = pricer.price(0, new long[size], 0);
        assertThat(pricer.cheapest()).isNotEmpty();
        assertThat(bound).isLessThan(costs.grid().fromMicro(costs.localCost(0, pricer.cheapest())));
    }

    /** Of detections that exclude each other one is taken, the cheapest, wherever it stands in the list. */
    @Test
    void takesTheCheapestOfManyThatExcludeEachOther() {
        for (int size = 2; size <= 20; size++) {
            for (int cheapest = 1; cheapest < size; cheapest++) {
                List<Detection> detections = new ArrayList<>();
                PairCosts.Builder pairs = new PairCosts.Builder();
                for (int d = 0; d < size; d++) {
                    detections.add(Detection.of(0, d == cheapest ? -2 : -1));
                    if (d > 0) {
                        pairs.add(0, d, 0);
                    }
                }
                Problem problem = new Problem(
                        "one-of-" + size, null, DetectionCloud.DOT, 0, detections, pairs.build(size, true), List.of());
                Costs costs = new Costs(problem, Grid.of(problem, 5));
                LocalPricer pricer = new LocalPricer(Reduction.none(costs), Long.MAX_VALUE, () -> false);
                assertThat(pricer.price(0, new long[size], 0))
                        .isEqualTo(costs.grid().fromMicro(-2_000_000));
                assertThat(pricer.cheapest()).containsExactly(cheapest);
            }
        }
    }

    private static long mask(int[] set) {
        return Arrays.stream(set).mapToLong(d -> 1L << d).sum();
    }
}
