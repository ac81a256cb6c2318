package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.certify.Verdict;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Costs up to the largest the format takes, and down to a single micro-unit: the grid gets coarser so that no sum
 * overflows, the engine's doubles get worse, and every bound still holds exactly.
 */
class HugeCostsTest {
    private final Solver solver = new Solver(new HighsEngine());

    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void everyBoundHoldsAtTheEndsOfTheRange(Method method) {
        int optimal = 0;
        int tried = 0;
        int byTree = 0;
        for (long seed : Trials.seeds(1, 30, 150)) {
            Problem tiny = seed % 3 == 0 ? TinyProblems.gapped(seed) : TinyProblems.random(seed);
            for (long factor : new long[] {0, 1_000, 10_000_000}) {
                Problem problem = scaled(tiny, factor);
                long optimum = BruteForce.optimum(problem);
                Solution solution = solver.solve(problem, Settings.defaults().withMethod(method));
                String who = tiny.id() + " times " + factor;
                assertThat(Claims.check(problem, solution).reasons()).as(who).isEmpty();
                assertThat(solution.lowerBound()).as(who).isLessThanOrEqualTo(optimum);
                assertThat(solution.objective()).as(who).isGreaterThanOrEqualTo(optimum);
                tried++;
                optimal += solution.status() == Solution.Status.OPTIMAL ? 1 : 0;
                byTree += solution.proof().trees().isEmpty() ? 0 : 1;
            }
        }
        System.out.printf("%s: %d of %d proven optimal, %d with a tree%n", method, optimal, tried, byTree);
        assertThat(optimal).as("proven optimal of %d", tried).isEqualTo(tried);
        assertThat(byTree).as("with a tree").isGreaterThan(Trials.count(8, 60));
    }

    /** From one micro-unit to the largest cost within one problem, with pins and limits: every optimum is proven. */
    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void problemsOfExtremeCostsAreProven(Method method) {
        int impossible = 0;
        for (long seed : Trials.seeds(70, 140, 1_400)) {
            Problem problem = extreme(seed);
            OptionalLong optimum = BruteForce.optimumIfFeasible(problem);
            try {
                Solution solution = solver.solve(problem, Settings.defaults().withMethod(method));
                assertThat(optimum).as(problem.id()).hasValue(solution.objective());
                assertThat(solution.lowerBound()).as(problem.id()).isEqualTo(solution.objective());
                assertThat(Claims.check(problem, solution).kind())
                        .as(problem.id())
                        .isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
            } catch (PinsException e) {
                assertThat(optimum).as(problem.id()).isEmpty();
                assertThat(e.conflict()).as(problem.id()).isNotEmpty();
                impossible++;
            }
        }
        assertThat(impossible).isPositive();
    }

    private static Problem extreme(long seed) {
        Random random = new Random(seed);
        int parts = 1 + random.nextInt(2);
        int size = 4 + random.nextInt(4);
        Anatomy anatomy = parts == 1
                ? Anatomy.of("dot", List.of("a"), List.of("a"), List.of())
                : Anatomy.of(
                        "pair",
                        List.of("a", "b"),
                        random.nextBoolean() ? List.of("a") : List.of("a", "b"),
                        List.of(List.of("a", "b")));
        List<Detection> detections = new ArrayList<>();
        for (int d = 0; d < size; d++) {
            detections.add(new Detection(random.nextInt(parts), null, null, null, extremeCost(random)));
        }
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int a = 0; a < size; a++) {
            for (int b = a + 1; b < size; b++) {
                if (random.nextInt(4) > 0) {
                    pairs.add(a, b, random.nextInt(15) == 0 ? PairCosts.FORBIDDEN : extremeCost(random));
                }
            }
        }
        List<Pin> pins = new ArrayList<>();
        for (int i = random.nextBoolean() ? 0 : 1 + random.nextInt(3); i > 0; i--) {
            int d = random.nextInt(size);
            int other = (d + 1 + random.nextInt(size - 1)) % size;
            pins.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new Pin.Apart(d, other);
                        case 1 -> new Pin.Together(d, other);
                        case 2 -> new Pin.Use(d);
                        default -> new Pin.Skip(d);
                    });
        }
        OptionalInt limit = random.nextInt(3) == 0 ? OptionalInt.of(random.nextInt(4)) : OptionalInt.empty();
        return new Problem(
                "extreme-" + seed,
                null,
                anatomy,
                extremeCost(random),
                detections,
                pairs.build(size, random.nextInt(4) == 0),
                pins,
                limit);
    }

    private static long extremeCost(Random random) {
        long[] costs = {Micro.LARGEST, Micro.LARGEST - 1, Micro.LARGEST / 2, 12_345_678_123_457L, 1_000_000, 1, 0};
        return (random.nextInt(3) == 0 ? 1 : -1) * costs[random.nextInt(costs.length)];
    }

    /** Equal detections, each with each: one pose has them all. */
    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void pinsMakeNoProblemTooLarge(int size) {
        Problem problem = allAttractive(size);
        List<Pin> all = IntStream.range(0, size).<Pin>mapToObj(Pin.Use::new).toList();
        long optimum = Micro.LARGEST / 2 - Micro.LARGEST * (size + size * (size - 1) / 2);
        for (List<Pin> pins : List.of(List.<Pin>of(), all.subList(0, 1), all)) {
            Problem pinned = problem.withPins(pins);
            Solution solution = solver.solve(pinned, Settings.defaults());
            assertThat(BruteForce.optimum(pinned)).isEqualTo(optimum);
            assertThat(solution.objective()).as("%s", pins).isEqualTo(optimum);
            assertThat(Claims.check(pinned, solution).kind()).as("%s", pins).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
        }
    }

    /** Whatever is too large is so without its pins, too, and the message is about the same sums. */
    @Test
    void whatIsTooLargeIsSoWithoutItsPins() {
        Problem problem = allAttractive(17);
        String message =
                catchThrowable(() -> solver.solve(problem, Settings.defaults())).getMessage();
        // 17 detections and 136 pairs of -1e9, and what a person costs
        assertThat(message).contains("its negative costs add up to 1.535e+11");
        assertThatThrownBy(() -> solver.solve(problem.withPins(List.of(new Pin.Use(3))), Settings.defaults()))
                .isInstanceOf(ProblemTooLargeException.class)
                .hasMessage(message);
    }

    private static Problem allAttractive(int size) {
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int a = 0; a < size; a++) {
            for (int b = a + 1; b < size; b++) {
                pairs.add(a, b, -Micro.LARGEST);
            }
        }
        return new Problem(
                "all-" + size,
                null,
                Anatomy.of("dot", List.of("a"), List.of("a"), List.of()),
                Micro.LARGEST / 2,
                Collections.nCopies(size, new Detection(0, null, null, null, -Micro.LARGEST)),
                pairs.build(size, false),
                List.of());
    }

    /** Costs times a factor, cut at the largest allowed; factor 0 shrinks them to a few micro-units instead. */
    private static Problem scaled(Problem problem, long factor) {
        List<Detection> detections = new ArrayList<>();
        problem.detections()
                .forEach(d -> detections.add(new Detection(d.part(), null, null, null, scaled(d.cost(), factor))));
        PairCosts.Builder pairs = new PairCosts.Builder();
        problem.pairs().forEach((a, b, micro) -> pairs.add(a, b, scaled(micro, factor)));
        return new Problem(
                problem.id(),
                null,
                problem.anatomy(),
                scaled(problem.poseCost(), factor),
                detections,
                pairs.build(detections.size(), problem.pairs().absentForbidden()),
                List.of());
    }

    private static long scaled(long micro, long factor) {
        long largest = Micro.of(Micro.LARGEST_COST);
        return factor == 0 ? micro / 500_000 : Math.max(-largest, Math.min(largest, micro * factor));
    }
}
