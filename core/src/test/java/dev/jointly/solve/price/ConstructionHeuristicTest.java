package dev.jointly.solve.price;

import static dev.jointly.solve.price.PricesByDefinition.bits;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import dev.jointly.solve.term.LocalAssignment;
import dev.jointly.solve.term.Selection;
import dev.jointly.solve.term.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** The greedy rule, once more, over lists of all skeletons and all local assignments. */
class ConstructionHeuristicTest {
    @Test
    void takesWhatTheRuleTakes() {
        int withLocals = 0;
        int kept = 0;
        int several = 0;
        for (long seed : Trials.seeds(1, 400, 2_000)) {
            Case c = new Case(seed);
            Selection found = c.construct(() -> false);
            Greedy expected = new Greedy(c);
            assertThat(found.skeletons()).as("seed %d", seed).containsExactlyElementsOf(expected.skeletons);
            assertThat(found.locals()).as("seed %d", seed).containsExactlyElementsOf(expected.locals);
            assertThat(found.cost()).as("seed %d", seed).isEqualTo(expected.cost);
            withLocals += found.locals().isEmpty() ? 0 : 1;
            kept += expected.keptAtALoss;
            several += found.skeletons().size() > 1 ? 1 : 0;
        }
        assertThat(withLocals).as("with local assignments").isGreaterThan(Trials.enough(100, 500));
        assertThat(kept).as("poses that do not pay, kept").isGreaterThan(Trials.enough(10, 50));
        assertThat(several).as("with several poses").isGreaterThan(Trials.enough(40, 200));
    }

    @Test
    void stoppedAnywhereItBreaksNoConstraintAndAtOnceItTakesNothing() {
        for (long seed : Trials.seeds(1, 40, 400)) {
            Case c = new Case(seed);
            for (int questions = 0; questions < 20; questions++) {
                AtomicInteger left = new AtomicInteger(questions);
                Selection found = c.construct(() -> left.getAndDecrement() <= 0);
                long skeletons = found.skeletons().stream()
                        .mapToLong(g -> c.costs.skeletonCost(g.detections()))
                        .sum();
                long locals = found.locals().stream()
                        .mapToLong(l -> c.costs.localCost(l.global(), l.locals()))
                        .sum();
                assertThat(found.cost()).as("seed %d", seed).isEqualTo(skeletons + locals);
                if (questions == 0) {
                    assertThat(found.skeletons()).as("seed %d", seed).isEmpty();
                }
            }
        }
    }

    /**
     * Neck 0 takes 3 as its duplicate. Necks 1 and 2 share knee 4. Neck 1 promises more, but without 3 it costs exactly nothing,
     * so the knee is left to neck 2. That would like 3 too, and would take 5 only together with it.
     */
    @Test
    void aPoseThatDoesNotPayLeavesItsDetectionsToOthers() {
        Anatomy anatomy = Anatomy.of("two", List.of("neck", "knee"), List.of("neck"), List.of(List.of("neck", "knee")));
        List<Detection> detections = List.of(
                Detection.of(0, -20),
                Detection.of(0, 2),
                Detection.of(0, 2),
                Detection.of(0, 0),
                Detection.of(1, -1),
                Detection.of(0, 1));
        PairCosts pairs = new PairCosts.Builder()
                .add(0, 3, -9_000_000)
                .add(1, 3, -5_000_000)
                .add(1, 4, -1_000_000)
                .add(2, 4, -2_000_000)
                .add(2, 3, -500_000)
                .add(2, 5, 0)
                .add(3, 5, -4_000_000)
                .build(6, true);
        Problem problem = new Problem("knee", null, anatomy, 0, detections, pairs, List.of());
        Candidates candidates = Reduction.of(new Costs(problem, Grid.of(problem, 5)));
        // a pose that must stay keeps no other
        for (IntPredicate required : List.<IntPredicate>of(d -> false, d -> d == 0)) {
            Selection found = Objects.requireNonNull(ConstructionHeuristic.of(candidates, required, () -> false));
            assertThat(found.skeletons())
                    .extracting(Skeleton::detections)
                    .containsExactly(new int[] {0}, new int[] {2, 4});
            assertThat(found.locals()).hasSize(1);
            assertThat(found.cost()).isEqualTo(-20_000_000 - 9_000_000 - 1_000_000);
        }
    }

    @Test
    void aDetectionThatMustBeUsedHasItsPoseAtALoss() {
        Problem problem = new Problem(
                "one",
                null,
                DetectionCloud.DOT,
                0,
                List.of(Detection.of(0, 1)),
                new PairCosts.Builder().build(1, true),
                List.of());
        Grid grid = Grid.of(problem, 5e6, 5);
        Candidates candidates = Reduction.of(
                new Costs(problem, grid), new BitSet(), new long[] {grid.fromMicro(5_000_000)}, () -> false);
        Selection found = Objects.requireNonNull(ConstructionHeuristic.of(candidates, d -> true, () -> false));
        assertThat(found.skeletons()).extracting(Skeleton::detections).containsExactly(new int[] {0});
        assertThat(found.cost()).isEqualTo(1_000_000);
    }

    /**
     * Detection 0 is in the first pose, with 1 to 8. Then 9 is left with 10 to 16, which all want 0 so much that the highest
     * price there is would not keep it away from them.
     */
    @Test
    void aUsedDetectionIsNotTakenAgainHoweverHugeTheCosts() {
        long huge = 1_000_000_000_000_000L;
        List<Detection> detections = new ArrayList<>();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int d = 0; d < 17; d++) {
            detections.add(new Detection(0, null, null, null, d == 1 ? -huge : d < 9 ? 0 : -1));
            for (int e = 0; e < d; e++) {
                if (e == 0) {
                    pairs.add(e, d, d == 1 || d > 9 ? -huge : 0);
                } else if (d < 9 || e >= 9) {
                    pairs.add(e, d, e == 1 ? -huge : 0);
                }
            }
        }
        Problem problem =
                new Problem("huge", null, DetectionCloud.DOT, 0, detections, pairs.build(17, true), List.of());
        Grid grid = Grid.of(problem, 0);
        assertThat(grid.ceiling()).as("the highest price").isLessThan(7 * huge);
        Candidates candidates = Reduction.of(new Costs(problem, grid));
        Selection found = Objects.requireNonNull(
                ConstructionHeuristic.of(candidates, d -> false, () -> false), "poses that share no detection");
        assertThat(found.cost()).isEqualTo(-9 * huge - 8);
    }

    /** A tiny problem whose costs are random to the last micro-unit, so that nothing is a tie; some detections must be used. */
    private static final class Case {
        final Problem problem;
        final Costs costs;
        final Candidates candidates;
        final long[] penalty;

        Case(long seed) {
            Random random = new Random(seed);
            problem = untied(TinyProblems.random(seed), random);
            Grid grid = Grid.of(problem, 5e7, 5);
            penalty = new long[problem.size()];
            boolean pinned = seed % 2 == 0;
            Arrays.setAll(
                    penalty, d -> pinned && random.nextInt(4) == 0 ? grid.fromMicro(random.nextInt(1, 5_000_000)) : 0);
            costs = new Costs(problem, grid);
            candidates = Reduction.of(costs, new BitSet(), penalty.clone(), () -> false);
        }

        Selection construct(BooleanSupplier stopped) {
            return Objects.requireNonNull(
                    ConstructionHeuristic.of(candidates, this::required, stopped), "poses that break no constraint");
        }

        boolean required(int d) {
            return penalty[d] > 0;
        }

        private static Problem untied(Problem problem, Random random) {
            List<Detection> detections = problem.detections().stream()
                    .map(d -> new Detection(d.part(), null, null, null, d.cost() + random.nextInt(-200_000, 200_000)))
                    .toList();
            PairCosts.Builder pairs = new PairCosts.Builder();
            boolean absentForbidden = problem.pairs().absentForbidden();
            for (int a = 0; a < problem.size(); a++) {
                for (int b = 0; b < a; b++) {
                    long cost = problem.pairs().cost(a, b);
                    if (problem.anatomy().mayPair(problem.part(a), problem.part(b)) && cost != PairCosts.FORBIDDEN) {
                        pairs.add(a, b, cost + random.nextInt(-200_000, 200_000));
                    }
                }
            }
            return new Problem(
                    problem.id() + "-untied",
                    null,
                    problem.anatomy(),
                    random.nextInt(-1_000_000, 1_000_000),
                    detections,
                    pairs.build(problem.size(), absentForbidden),
                    List.of());
        }
    }

    /**
     * The best skeleton of each lead, if it is worth anything, with each of its detections at the least price and with its best
     * local assignment; the most promising first; each detection with the cheapest local assignment of what is left. A pose
     * stays if it pays, or has a detection that must be used.
     */
    private static final class Greedy {
        final List<Skeleton> skeletons = new ArrayList<>();
        final List<LocalAssignment> locals = new ArrayList<>();
        long cost;
        int keptAtALoss;

        private final Case c;
        private final BruteForce all;
        private final long[] delta;
        private int used;

        Greedy(Case c) {
            this.c = c;
            all = BruteForce.of(c.problem);
            delta = new long[c.problem.size()];
            all.localAssignments()
                    .forEach(local -> delta[local.global()] = Math.min(delta[local.global()], atLeastPrice(local)));
            List<BruteForce.Skeleton> best = new ArrayList<>();
            for (int d = 0; d < c.problem.size(); d++) {
                int lead = d;
                all.skeletons().stream()
                        .filter(g -> PricesByDefinition.leader(c.problem, bits(g.members())) == lead)
                        .min(Comparator.comparingLong(this::atLeastPrice))
                        .filter(g -> atLeastPrice(g) < 0)
                        .ifPresent(best::add);
            }
            best.sort(Comparator.comparingLong(this::promise));
            best.forEach(this::take);
        }

        private long atLeastPrice(BruteForce.LocalAssignment local) {
            return c.costs.grid().fromMicro(local.cost())
                    - Arrays.stream(bits(local.locals()))
                            .mapToLong(d -> c.penalty[d])
                            .sum();
        }

        private long atLeastPrice(BruteForce.Skeleton skeleton) {
            return promise(skeleton)
                    - Arrays.stream(bits(skeleton.members()))
                            .mapToLong(d -> c.penalty[d])
                            .sum();
        }

        private long promise(BruteForce.Skeleton skeleton) {
            return c.costs.grid().fromMicro(skeleton.cost())
                    + Arrays.stream(bits(skeleton.members()))
                            .mapToLong(d -> delta[d])
                            .sum();
        }

        private void take(BruteForce.Skeleton skeleton) {
            if ((skeleton.members() & used) != 0) {
                return;
            }
            int taken = used | skeleton.members();
            long pose = skeleton.cost();
            List<LocalAssignment> hanging = new ArrayList<>();
            for (int m : bits(skeleton.members())) {
                int takenBefore = taken;
                BruteForce.LocalAssignment cheapest = all.localAssignments().stream()
                        .filter(local -> local.global() == m && (local.locals() & takenBefore) == 0)
                        .min(Comparator.comparingLong(this::atLeastPrice))
                        .filter(local -> atLeastPrice(local) < 0)
                        .orElse(null);
                if (cheapest != null) {
                    hanging.add(new LocalAssignment(m, bits(cheapest.locals()), cheapest.cost()));
                    taken |= cheapest.locals();
                    pose += cheapest.cost();
                }
            }
            boolean required = Arrays.stream(bits(taken & ~used)).anyMatch(c::required);
            if (pose < 0 || required) {
                skeletons.add(new Skeleton(bits(skeleton.members()), skeleton.cost()));
                locals.addAll(hanging);
                cost += pose;
                used = taken;
                keptAtALoss += pose < 0 ? 0 : 1;
            }
        }
    }
}
