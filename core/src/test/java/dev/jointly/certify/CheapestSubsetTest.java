package dev.jointly.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.Trials;
import dev.jointly.problem.PairCosts;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CheapestSubsetTest {
    @Test
    void isTheMinimumOverAllSubsets() {
        for (int seed = 0; seed < Trials.count(3000, 3000); seed++) {
            Random random = new Random(seed);
            int size = 1 + random.nextInt(11);
            long[] alone = random.longs(size, -20, 21).toArray();
            long[][] pairs = pairs(random, size, random.nextInt(3) * 0.3, random.nextInt(3) * 0.3);
            long least = 0;
            for (int set = 1; set < 1 << size; set++) {
                least = Math.min(least, cost(alone, pairs, set));
            }
            long ceiling = -random.nextInt(60);
            assertThat(below(0, alone, pairs)).as("seed %d", seed).isEqualTo(least);
            assertThat(below(ceiling, alone, pairs)).as("seed %d", seed).isEqualTo(Math.min(least, ceiling));
            assertThat(new CheapestSubset(alone, pairs).bound())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(least);
        }
    }

    @Test
    void whatIsProvenWithinAnyLimitIsTrueAndGrowsWithTheLimit() {
        int cut = 0;
        for (int seed = 0; seed < Trials.count(1500, 1500); seed++) {
            Random random = new Random(seed);
            int size = 1 + random.nextInt(13);
            long[] alone = random.longs(size, -20, 21).toArray();
            long[][] pairs = pairs(random, size, random.nextInt(3) * 0.2, random.nextInt(3) * 0.2);
            long least = 0;
            for (int set = 1; set < 1 << size; set++) {
                least = Math.min(least, cost(alone, pairs, set));
            }
            long ceiling = random.nextInt(80) - 60L;
            long truth = Math.min(least, ceiling);
            CheapestSubset subset = new CheapestSubset(alone, pairs);
            long before = Long.MIN_VALUE;
            boolean finished = false;
            for (long nodes = 0; nodes < 2000 && before < truth; nodes++) {
                long bound = subset.atLeast(ceiling, nodes, new WorkBudget(CheckLimits.NONE));
                assertThat(bound).as("seed %d, %d nodes", seed, nodes).isBetween(before, truth);
                cut += bound < truth ? 1 : 0;
                before = bound;
                // an exact search that did not need all its nodes has the truth, and does not end later with more
                boolean now = subset.search(ceiling, nodes, new WorkBudget(CheckLimits.NONE));
                assertThat(now || !finished)
                        .as("seed %d, %d nodes", seed, nodes)
                        .isTrue();
                finished = now;
                if (finished) {
                    assertThat(subset.least()).as("seed %d", seed).isEqualTo(truth);
                }
            }
            assertThat(before).as("seed %d", seed).isEqualTo(truth);
            assertThat(subset.atLeast(ceiling, Long.MAX_VALUE, new WorkBudget(CheckLimits.NONE)))
                    .as("seed %d", seed)
                    .isEqualTo(truth);
        }
        assertThat(cut).as("limits that were too low").isGreaterThan(Trials.enough(1000, 1000));
    }

    /** 150 near-copies of one joint that attract each other: all of them belong together. */
    @Test
    void takesALargeClusterWhole() {
        int size = 150;
        long[] alone = new Random(3).longs(size, 0, 1000).toArray();
        long[][] pairs = new long[size][size];
        long all = 0;
        for (int i = 0; i < size; i++) {
            all += alone[i];
            for (int j = 0; j < i; j++) {
                pairs[i][j] = pairs[j][i] = -100;
                all -= 100;
            }
        }
        assertThat(below(0, alone, pairs)).isEqualTo(all);
    }

    /** 150 detections that repel each other, nearly or outright: the best one stays alone. */
    @Test
    void picksOneOfManyThatExcludeEachOther() {
        int size = 150;
        Random random = new Random(4);
        long[] alone = random.longs(size, -1000, 0).toArray();
        alone[77] = -1001;
        long[][] pairs = new long[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                pairs[i][j] = pairs[j][i] = random.nextBoolean() ? 5000 : PairCosts.FORBIDDEN;
            }
        }
        assertThat(below(0, alone, pairs)).isEqualTo(-1001);
    }

    private static long[][] pairs(Random random, int size, double forbidden, double zero) {
        long[][] pairs = new long[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                double kind = random.nextDouble();
                long phi = random.nextLong(-20, 21);
                pairs[i][j] = pairs[j][i] = kind < forbidden ? PairCosts.FORBIDDEN : kind < forbidden + zero ? 0 : phi;
            }
        }
        return pairs;
    }

    private static long cost(long[] alone, long[][] pairs, int set) {
        long cost = 0;
        for (int i = 0; i < alone.length; i++) {
            for (int j = 0; j <= i; j++) {
                if ((set >> i & set >> j & 1) == 1) {
                    if (pairs[i][j] == PairCosts.FORBIDDEN) {
                        return 0;
                    }
                    cost += i == j ? alone[i] : pairs[i][j];
                }
            }
        }
        return cost;
    }

    private static long below(long ceiling, long[] alone, long[][] pairs) {
        CheapestSubset subset = new CheapestSubset(alone, pairs);
        assertThat(subset.search(ceiling, Long.MAX_VALUE, new WorkBudget(CheckLimits.NONE)))
                .isTrue();
        return subset.least();
    }
}
