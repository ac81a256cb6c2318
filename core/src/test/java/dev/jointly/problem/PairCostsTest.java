package dev.jointly.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PairCostsTest {
    @Test
    void costsAreThoseOfAMap() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            int n = 1 + random.nextInt(30);
            boolean forbidden = random.nextBoolean();
            Map<Integer, Long> expected = new TreeMap<>();
            PairCosts.Builder builder = new PairCosts.Builder();
            for (int i = 0; i < 2 * n; i++) {
                int a = random.nextInt(n);
                int b = random.nextInt(n);
                long cost = random.nextInt();
                if (a != b && expected.putIfAbsent(key(n, a, b), cost) == null) {
                    builder.add(a, b, cost);
                }
            }
            PairCosts pairs = builder.build(n, forbidden);

            assertThat(pairs.size()).as("seed %d", seed).isEqualTo(expected.size());
            for (int a = 0; a < n; a++) {
                for (int b = 0; b < n; b++) {
                    long absent = forbidden ? PairCosts.FORBIDDEN : 0;
                    if (a != b) {
                        assertThat(pairs.cost(a, b))
                                .as("seed %d, pair [%d, %d]", seed, a, b)
                                .isEqualTo(expected.getOrDefault(key(n, a, b), absent));
                    }
                }
            }
            List<Integer> visited = new ArrayList<>();
            pairs.forEach((a, b, micro) -> {
                assertThat(a).isLessThan(b);
                assertThat(micro).isEqualTo(expected.get(a * n + b));
                visited.add(a * n + b);
            });
            assertThat(visited).as("seed %d", seed).containsExactlyElementsOf(expected.keySet());
        }
    }

    private static int key(int n, int a, int b) {
        return Math.min(a, b) * n + Math.max(a, b);
    }

    @Test
    void nothingListed() {
        assertThat(new PairCosts.Builder().build(0, true).size()).isZero();
        PairCosts pairs = new PairCosts.Builder().build(2, true);
        assertThat(pairs.cost(0, 1)).isEqualTo(PairCosts.FORBIDDEN);
        assertThat(pairs.absentForbidden()).isTrue();
    }

    @Test
    void refusals() {
        PairCosts.Builder builder = new PairCosts.Builder();
        assertThatThrownBy(() -> builder.add(3, 3, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pair [3, 3] must name two different detections");
        assertThatThrownBy(() -> builder.add(-1, 3, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pair [-1, 3] must name two different detections");
        builder.add(0, 7, 1);
        assertThatThrownBy(() -> builder.build(7, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pair names detection 7 but there are only 7");
        builder.add(7, 0, 2);
        assertThatThrownBy(() -> builder.build(8, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("pair \\[(0, 7|7, 0)] is given twice");
    }
}
