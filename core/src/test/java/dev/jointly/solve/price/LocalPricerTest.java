package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Branch and bound against all 2^n sets. */
class LocalPricerTest {
    private static final Anatomy DOT = Anatomy.of("dot", List.of("neck"), List.of("neck"), List.of());

    @Test
    void findsTheCheapestSet() {
        for (long seed : Trials.seeds(1, 100, 600)) {
            Cloud cloud = new Cloud(seed, 2 + (int) (seed % 10));
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
    void cutShortItStillBoundsFromBelow() {
        int weaker = 0;
        for (long seed : Trials.seeds(1, 60, 300)) {
            Cloud cloud = new Cloud(seed, 8 + (int) (seed % 5));
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
            Cloud cloud = new Cloud(seed, 2 + (int) (seed % 10));
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

    private static int mask(int[] set) {
        int mask = 0;
        for (int d : set) {
            mask |= 1 << d;
        }
        return mask;
    }

    /** Detections of one part with random costs, some pairs forbidden. */
    private static final class Cloud {
        final int size;
        final Problem problem;
        final Candidates candidates;
        final long[] price;
        final long below;

        Cloud(long seed, int size) {
            this.size = size;
            Random random = new Random(seed);
            List<Detection> detections = new ArrayList<>();
            PairCosts.Builder pairs = new PairCosts.Builder();
            for (int d = 0; d < size; d++) {
                detections.add(Detection.of(0, random.nextInt(-4, 5)));
                for (int e = 0; e < d; e++) {
                    if (random.nextInt(8) > 0) {
                        pairs.add(e, d, random.nextInt(-3_000_000, 3_000_000));
                    }
                }
            }
            problem = new Problem(
                    "cloud-" + seed, null, DOT, 0, detections, pairs.build(size, random.nextBoolean()), List.of());
            Costs costs = new Costs(problem, Grid.of(problem, 10));
            candidates = Reduction.none(costs);
            price = random.longs(size, 0, costs.grid().fromMicro(3_000_000)).toArray();
            below = random.nextBoolean() ? 0 : -random.nextLong(costs.grid().fromMicro(4_000_000));
        }

        long value(int m, int set) {
            Costs costs = candidates.costs();
            if ((set >> m & 1) == 1) {
                return Long.MAX_VALUE;
            }
            long value = 0;
            for (int d = 0; d < size; d++) {
                if ((set >> d & 1) == 1) {
                    value += costs.theta(d) + price[d];
                    for (int e = 0; e < size; e++) {
                        boolean counted = e == m || (e < d && (set >> e & 1) == 1);
                        if (counted) {
                            long phi = problem.pairs().cost(d, e);
                            if (phi == PairCosts.FORBIDDEN) {
                                return Long.MAX_VALUE;
                            }
                            value += costs.grid().fromMicro(phi);
                        }
                    }
                }
            }
            return value;
        }

        long cheapest(int m) {
            long best = Long.MAX_VALUE;
            for (int set = 1; set < 1 << size; set++) {
                best = Math.min(best, value(m, set));
            }
            return best;
        }
    }
}
