package dev.jointly.solve.price;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The dynamic program against all skeletons of tiny problems, with one, two and three major parts. */
class SkeletonPricerTest {
    private static final int PROBLEMS = Trials.count(500, 900);

    @Test
    void findsTheCheapestSkeletonOfEveryLead() {
        forEachCase((seed, c) -> c.byLead.forEach((lead, skeletons) -> {
            long expected = skeletons.values().stream().min(Long::compare).orElseThrow();
            assertThat(c.pricer.price(lead, c.weight, Long.MAX_VALUE))
                    .as("seed %d lead %d", seed, lead)
                    .isEqualTo(expected);
            assertThat(skeletons.get(mask(c.pricer.cheapest())))
                    .as("seed %d lead %d: the skeleton it names", seed, lead)
                    .isEqualTo(expected);
            assertThat(c.pricer.cheapest()).as("seed %d lead %d", seed, lead).isSorted();
        }));
    }

    @Test
    void findsNothingWhereNothingIsCheapEnough() {
        forEachCase((seed, c) -> c.byLead.forEach((lead, skeletons) -> {
            long least = skeletons.values().stream().min(Long::compare).orElseThrow();
            assertThat(c.pricer.price(lead, c.weight, least))
                    .as("seed %d lead %d", seed, lead)
                    .isEqualTo(least);
            assertThat(c.pricer.cheapest()).as("seed %d lead %d", seed, lead).isEmpty();
            assertThat(c.pricer.price(lead, c.weight, least + 1))
                    .as("seed %d lead %d, just above", seed, lead)
                    .isEqualTo(least);
            assertThat(skeletons.get(mask(c.pricer.cheapest()))).isEqualTo(least);
        }));
    }

    @Test
    void stoppedAnywhereItStillBoundsFromBelow() {
        int[] weaker = new int[1];
        AtomicInteger looks = new AtomicInteger();
        forEachCase(
                () -> looks.decrementAndGet() < 0,
                (seed, c) -> c.byLead.forEach((lead, skeletons) -> {
                    long exact = Math.min(
                            0, skeletons.values().stream().min(Long::compare).orElseThrow());
                    for (int allowed = 0; allowed < 6; allowed++) {
                        looks.set(allowed);
                        long bound = c.pricer.price(lead, c.weight, 0);
                        assertThat(bound).as("seed %d lead %d", seed, lead).isLessThanOrEqualTo(exact);
                        weaker[0] += bound < exact ? 1 : 0;
                        int[] found = c.pricer.cheapest();
                        if (found.length > 0) {
                            assertThat(skeletons.get(mask(found)))
                                    .as("seed %d lead %d: what was found by then", seed, lead)
                                    .isBetween(exact, -1L);
                        }
                    }
                }));
        assertThat(weaker[0]).as("bounds that stopping made weaker").isGreaterThan(Trials.enough(150, 900));
    }

    /** With several major parts there is a question before every choice of all of them. */
    @Test
    void stoppedBeforeTheFirstChoiceOfMajorsItNamesNothing() {
        AtomicInteger looks = new AtomicInteger();
        forEachCase(
                () -> looks.decrementAndGet() < 0,
                (seed, c) -> c.byLead.keySet().forEach(lead -> {
                    if (c.majors > 1) {
                        looks.set(1);
                        c.pricer.price(lead, c.weight, 0);
                        assertThat(c.pricer.cheapest())
                                .as("seed %d lead %d", seed, lead)
                                .isEmpty();
                    }
                }));
    }

    private interface Body {
        void check(long seed, Case c);
    }

    private record Case(int majors, SkeletonPricer pricer, long[] weight, Map<Integer, Map<Integer, Long>> byLead) {}

    private static void forEachCase(Body body) {
        forEachCase(SkeletonPricer::new, body);
    }

    private static void forEachCase(BooleanSupplier stopped, Body body) {
        forEachCase(candidates -> new SkeletonPricer(candidates, stopped), body);
    }

    private static void forEachCase(Function<Candidates, SkeletonPricer> newPricer, Body body) {
        int leads = 0;
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Problem problem = TinyProblems.random(seed, 1 + (int) (seed % 3));
            Costs costs = new Costs(problem, Grid.of(problem, 20));
            Candidates all = Reduction.none(costs);
            Random random = new Random(seed);
            long[] price = random.longs(problem.size(), -3_000_000, 3_000_000)
                    .map(costs.grid()::fromMicro)
                    .map(p -> p + random.nextInt(1000))
                    .toArray();
            long[] weight = new long[problem.size()];
            Arrays.setAll(weight, d -> costs.theta(d) + price[d]);
            Map<Integer, Map<Integer, Long>> byLead = new HashMap<>();
            for (BruteForce.Skeleton skeleton : BruteForce.of(problem).skeletons()) {
                long value = costs.grid().fromMicro(skeleton.cost());
                for (int d = 0; d < problem.size(); d++) {
                    value += skeleton.has(d) ? price[d] : 0;
                }
                byLead.computeIfAbsent(lead(problem, skeleton), k -> new HashMap<>())
                        .put(skeleton.members(), value);
            }
            leads += byLead.size();
            body.check(seed, new Case(problem.anatomy().majors().size(), newPricer.apply(all), weight, byLead));
        }
        assertThat(leads).as("leads tried").isGreaterThan(Trials.enough(150, 900));
    }

    private static int lead(Problem problem, BruteForce.Skeleton skeleton) {
        for (int major : problem.anatomy().majors()) {
            for (int d = 0; d < problem.size(); d++) {
                if (skeleton.has(d) && problem.part(d) == major) {
                    return d;
                }
            }
        }
        throw new AssertionError("no major in " + skeleton);
    }

    private static int mask(int[] detections) {
        return Arrays.stream(detections).map(d -> 1 << d).sum();
    }
}
