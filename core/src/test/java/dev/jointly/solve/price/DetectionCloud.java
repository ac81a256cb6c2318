package dev.jointly.solve.price;

import dev.jointly.anatomy.Anatomy;
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

/** Detections of one part with random costs, some pairs forbidden. */
final class DetectionCloud {
    static final Anatomy DOT = Anatomy.of("dot", List.of("neck"), List.of("neck"), List.of());

    final int size;
    final Problem problem;
    final Candidates candidates;
    final long[] price;
    final long below;

    DetectionCloud(long seed, int size) {
        this.size = size;
        Random random = new Random(seed);
        problem = problem(random, "cloud-" + seed, size);
        Costs costs = new Costs(problem, Grid.of(problem, 10));
        candidates = Reduction.none(costs);
        price = random.longs(size, 0, costs.grid().fromMicro(3_000_000)).toArray();
        below = random.nextBoolean() ? 0 : -random.nextLong(costs.grid().fromMicro(4_000_000));
    }

    static Problem problem(Random random, String id, int size) {
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
        return new Problem(id, null, DOT, 0, detections, pairs.build(size, random.nextBoolean()), List.of());
    }

    /** What a set costs beside a host, as bits; {@link Long#MAX_VALUE} if that is forbidden. */
    long value(int m, long set) {
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
