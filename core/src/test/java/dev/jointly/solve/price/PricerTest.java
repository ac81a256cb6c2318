package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.solve.price.Pricer.PricingResult;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.ColumnPool;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** One pass of pricing against the formulas, on tiny problems of which some limit the number of poses. */
class PricerTest {
    @Test
    void theBoundIsTheFormula() {
        forEachCase((seed, c) ->
                assertThat(c.pricer.price(c.at, 1).bound()).as("seed %d", seed).isEqualTo(c.expected.bound));
    }

    /** The hip is priced first, as a lead; then it is in the skeleton of the neck, which pays once. */
    @Test
    void aSkeletonWithTwoMajorsPaysForOnePose() {
        Anatomy anatomy =
                Anatomy.of("two", List.of("neck", "hip"), List.of("neck", "hip"), List.of(List.of("neck", "hip")));
        Problem problem = new Problem(
                        "two",
                        null,
                        anatomy,
                        0,
                        List.of(Detection.of(1, -3), Detection.of(0, -4)),
                        new PairCosts.Builder().build(2, false),
                        List.of())
                .withAtMost(1);
        Grid grid = Grid.of(problem, 5);
        Pricer pricer = new Pricer(Reduction.none(new Costs(problem, grid)));
        DualPoint at = DualPoint.zero(grid.bits(), 2).withNu(grid.fromMicro(1_000_000));
        // minus nu times one pose, the hip alone at -3 + 1, both at -7 + 1
        assertThat(pricer.price(at, 1).bound()).isEqualTo(grid.fromMicro(-1_000_000 - 2_000_000 - 6_000_000));
    }

    /** Tolerances are tried where they matter: just at a reduced cost, and one below. */
    @Test
    void findsOneColumnForEachLeadAndHostBelowTheTolerance() {
        forEachCase((seed, c) -> {
            long[] tolerances = LongStream.concat(Arrays.stream(c.expected.lead), Arrays.stream(c.expected.host))
                    .filter(reducedCost -> reducedCost < 0)
                    .flatMap(reducedCost -> LongStream.of(-reducedCost, -reducedCost - 1))
                    .toArray();
            for (long tolerance : tolerances) {
                PricingResult priced = c.pricer.price(c.at, tolerance);
                assertThat(priced.bound())
                        .as("seed %d: the bound, whatever the tolerance", seed)
                        .isEqualTo(c.expected.bound);
                assertThat(priced.skeletons().stream().map(g -> PricesByDefinition.leader(c.problem, g.detections())))
                        .as("seed %d, tolerance %d: leads", seed, tolerance)
                        .containsExactlyElementsOf(below(c.expected.lead, tolerance));
                assertThat(priced.locals().stream().map(LocalAssignment::global))
                        .as("seed %d, tolerance %d: hosts", seed, tolerance)
                        .containsExactlyElementsOf(below(c.expected.host, tolerance));
            }
        });
    }

    private static List<Integer> below(long[] reducedCost, long tolerance) {
        return IntStream.range(0, reducedCost.length)
                .filter(d -> reducedCost[d] < -tolerance)
                .boxed()
                .toList();
    }

    @Test
    void theReducedCostOfEveryColumnIsTheFormula() {
        forEachCase((seed, c) -> {
            c.expected.skeletons.forEach((skeleton, reducedCost) -> assertThat(c.pricer.reducedCost(skeleton, c.at))
                    .as("seed %d, %s", seed, skeleton)
                    .isEqualTo(reducedCost));
            c.expected.locals.forEach((local, reducedCost) -> assertThat(c.pricer.reducedCost(local, c.at))
                    .as("seed %d, %s", seed, local)
                    .isEqualTo(reducedCost));
        });
    }

    @Test
    void picksTheCheapestColumnsOfAPool() {
        int[] picked = new int[1];
        forEachCase((seed, c) -> {
            ColumnPool pool = new ColumnPool();
            c.expected.skeletons.keySet().forEach(pool::add);
            c.expected.locals.keySet().forEach(pool::add);
            long[] sorted = LongStream.concat(
                            c.expected.skeletons.values().stream().mapToLong(x -> x),
                            c.expected.locals.values().stream().mapToLong(x -> x))
                    .sorted()
                    .toArray();
            for (int most = 1; sorted.length > 0 && most <= sorted.length + 1; most += 1 + sorted.length / 8) {
                // a tie at the end of the list would leave a choice
                if (most >= sorted.length || sorted[most - 1] < sorted[most]) {
                    long dearest = sorted[Math.min(most, sorted.length) - 1];
                    ColumnPool some = c.pricer.cheapest(pool, c.at, most);
                    assertThat(some.size()).as("seed %d", seed).isEqualTo(Math.min(most, sorted.length));
                    assertHasAllUpTo(some, c.expected, dearest, "seed " + seed);
                    assertHasAllUpTo(c.pricer.columnsUpTo(pool, c.at, dearest), c.expected, dearest, "seed " + seed);
                    picked[0]++;
                }
            }
        });
        assertThat(picked[0]).as("pools picked from").isGreaterThan(Trials.enough(400, 1_000));
    }

    private static void assertHasAllUpTo(ColumnPool some, PricesByDefinition all, long dearest, String what) {
        assertThat(some.skeletons())
                .as(what)
                .containsExactlyElementsOf(all.skeletons.keySet().stream()
                        .filter(skeleton -> all.skeletons.getOrDefault(skeleton, 0L) <= dearest)
                        .toList());
        assertThat(some.locals())
                .as(what)
                .containsExactlyElementsOf(all.locals.keySet().stream()
                        .filter(local -> all.locals.getOrDefault(local, 0L) <= dearest)
                        .toList());
    }

    /** Detections that must be used make Delta lower; the first prices are as if nothing had to be used. */
    @Test
    void startsFromThePricesOfTheProblemWhereNothingMustBeUsed() {
        int lower = 0;
        for (long seed : Trials.seeds(1, 200, 600)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            Random random = new Random(seed);
            Grid grid = Grid.of(problem, 1e7, 5);
            Costs costs = new Costs(problem, grid);
            long[] penalty = new long[problem.size()];
            Arrays.setAll(penalty, d -> random.nextInt(3) == 0 ? grid.fromMicro(1 + random.nextInt(1_000_000)) : 0);
            Candidates candidates = Reduction.of(costs, new BitSet(), penalty, () -> false);
            Pricer pricer = new Pricer(candidates);
            DualPoint start = pricer.start();
            assertThat(start.lambda1()).as("seed %d", seed).isEqualTo(new long[problem.size()]);
            long[] cheapest = new long[problem.size()];
            for (BruteForce.LocalAssignment local : BruteForce.of(problem).localAssignments()) {
                cheapest[local.global()] = Math.min(cheapest[local.global()], grid.fromMicro(local.cost()));
            }
            for (int m : candidates.hosts()) {
                assertThat(start.lambda3()[m]).as("seed %d, host %d", seed, m).isEqualTo(-cheapest[m]);
                lower += candidates.delta(m) < cheapest[m] ? 1 : 0;
            }
            long bound = new PricesByDefinition(problem, grid, start).bound;
            assertThat(pricer.price(start, 1).bound()).as("seed %d", seed).isEqualTo(bound);
        }
        assertThat(lower).as("hosts whose Delta was lower").isGreaterThan(Trials.enough(100, 300));
    }

    private record Case(Problem problem, DualPoint at, Pricer pricer, PricesByDefinition expected) {}

    private interface Body {
        void check(long seed, Case c);
    }

    private static void forEachCase(Body body) {
        int limited = 0;
        for (long seed : Trials.seeds(1, 200, 600)) {
            Problem problem = TinyProblems.sometimesLimited(TinyProblems.random(seed, 1 + (int) (seed % 4 % 3)), seed);
            if (problem.size() > 0) {
                Random random = new Random(seed);
                Grid grid = Grid.of(problem, 5);
                Pricer pricer = new Pricer(Reduction.none(new Costs(problem, grid)));
                DualPoint at = point(random, problem, grid);
                body.check(seed, new Case(problem, at, pricer, new PricesByDefinition(problem, grid, at)));
                limited += at.nu() > 0 ? 1 : 0;
            }
        }
        assertThat(limited).as("problems whose poses have a price").isGreaterThan(Trials.enough(50, 150));
    }

    /** Any lambda1, as for detections that must be used; lambda3 and the price of a pose are not negative. */
    private static DualPoint point(Random random, Problem problem, Grid grid) {
        long most = grid.fromMicro(2_000_000);
        DualPoint at = DualPoint.zero(grid.bits(), problem.size());
        for (int d = 0; d < problem.size(); d++) {
            at.lambda1()[d] = random.nextLong(-most / 4, most);
            at.lambda3()[d] = random.nextLong(most);
        }
        DualPoint priced = at.withNu(problem.maxPoses().isPresent() ? 1 + random.nextLong(most) : 0);
        return random.nextBoolean()
                ? priced
                : priced.withCuts(PricesByDefinition.someCuts(random, problem.size(), most));
    }
}
