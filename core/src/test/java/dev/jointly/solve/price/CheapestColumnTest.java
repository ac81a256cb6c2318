package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.price.Pricer.OwnedColumn;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Skeleton;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who would take a detection soonest, against all skeletons and local assignments there are. */
class CheapestColumnTest {
    @Test
    void noColumnWithTheDetectionIsCheaper() {
        int found = 0;
        int none = 0;
        for (long seed : Trials.seeds(1, 300)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            Costs costs = new Costs(problem, Grid.of(problem, 20));
            Candidates all = Reduction.none(costs);
            Pricer pricer = new Pricer(all);
            Random random = new Random(seed);
            DualPoint prices = all.start();
            for (int d = 0; d < problem.size(); d++) {
                prices.lambda1()[d] = random.nextBoolean() ? costs.grid().fromMicro(random.nextInt(1_000_000)) : 0;
            }
            BruteForce columns = BruteForce.of(problem);
            for (int d = 0; d < problem.size(); d++) {
                int owners = random.nextInt();
                IntPredicate mayOwn = n -> (owners >> n & 1) == 0;
                OwnedColumn column = pricer.cheapestColumnWith(d, prices, mayOwn);
                long least = least(columns, costs, pricer, prices, d, mayOwn);
                if (column == null) {
                    none++;
                    // paid the ceiling, no column with it is cheaper than the cheapest of all
                    assertThat(least)
                            .as("%s: %d", problem.id(), d)
                            .isGreaterThanOrEqualTo(costs.grid().ceiling()
                                    + Math.min(0, pricer.price(prices, 1).bound()));
                } else {
                    found++;
                    assertThat(mayOwn.test(column.owner())).isTrue();
                    assertThat(column.detections()).contains(d);
                    assertThat(reducedCost(column, costs, pricer, prices))
                            .as("%s: %d", problem.id(), d)
                            .isEqualTo(least);
                }
            }
        }
        assertThat(found).isGreaterThan(500);
        assertThat(none).isGreaterThan(100);
    }

    private static long least(
            BruteForce columns, Costs costs, Pricer pricer, DualPoint prices, int d, IntPredicate mayOwn) {
        long least = Long.MAX_VALUE;
        for (BruteForce.Skeleton skeleton : columns.skeletons()) {
            int[] members = members(skeleton.members());
            if (skeleton.has(d) && costs.lead(members) != d && mayOwn.test(costs.lead(members))) {
                least = Math.min(least, pricer.reducedCost(new Skeleton(members, skeleton.cost()), prices));
            }
        }
        for (BruteForce.LocalAssignment local : columns.localAssignments()) {
            if (local.hasLocal(d) && mayOwn.test(local.global())) {
                int[] locals = members(local.locals());
                least = Math.min(
                        least, pricer.reducedCost(new LocalAssignment(local.global(), locals, local.cost()), prices));
            }
        }
        return least;
    }

    private static long reducedCost(OwnedColumn column, Costs costs, Pricer pricer, DualPoint prices) {
        boolean skeleton = IntStream.of(column.detections()).anyMatch(d -> d == column.owner());
        return skeleton
                ? pricer.reducedCost(new Skeleton(column.detections(), costs.skeletonCost(column.detections())), prices)
                : pricer.reducedCost(
                        new LocalAssignment(
                                column.owner(),
                                column.detections(),
                                costs.localCost(column.owner(), column.detections())),
                        prices);
    }

    private static int[] members(int set) {
        return IntStream.range(0, Integer.SIZE).filter(d -> (set >> d & 1) == 1).toArray();
    }
}
