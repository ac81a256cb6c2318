package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Problem;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stopped at any moment, by the clock or by hand, the answer is valid. */
class StoppingTest {
    private final Solver solver = new Solver(new HighsEngine());

    @ParameterizedTest
    @EnumSource
    void noTimeAtAllStillGivesAValidAnswer(Method method) {
        for (long seed : Trials.seeds(1, 5, 20)) {
            Problem problem = Generator.generate("p", 6, Crowding.ADVERSARIAL, seed);
            Solution solution =
                    solver.solve(problem, Settings.defaults().withMethod(method).withTimeLimit(Duration.ZERO));
            assertThat(Claims.check(problem, solution).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void stoppedAfterAnyEventItStillGivesAValidAnswer(Method method) {
        int bounded = 0;
        for (long seed : Trials.seeds(1, 12, 60)) {
            Problem problem = Generator.generate("p", 5, Crowding.ADVERSARIAL, seed);
            Solution solution =
                    stoppedAfter((int) (seed % 30), problem, seed % 2 == 0 ? settings(method) : lps(method));
            assertThat(Claims.check(problem, solution).reasons())
                    .as("seed %d", seed)
                    .isEmpty();
            bounded += solution.status() == Solution.Status.BOUNDED ? 1 : 0;
        }
        assertThat(bounded).as("searches that really were stopped").isGreaterThan(Trials.count(3, 20));
    }

    /** Tiny problems with a gap, stopped after each of their events in turn, or after some of them. */
    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void stoppedAnywhereInATreeBothBoundsHold(Method method) {
        int inTree = 0;
        int raised = 0;
        for (long seed : Trials.seeds(1, 20, 120)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            long optimum = BruteForce.optimum(problem);
            Stops stops = stopsOf(
                    problem, optimum, Trials.all() ? 1 : 6, events -> stoppedAfter(events, problem, settings(method)));
            inTree += stops.inTree();
            raised += stops.raised();
        }
        System.out.printf("%s: tiny problems stopped in a tree: %d, its bound better: %d%n", method, inTree, raised);
        assertThat(inTree).as("stopped in mid-tree").isGreaterThanOrEqualTo(Trials.count(1, 20));
        assertThat(raised).as("and the tree proved more than the root").isGreaterThanOrEqualTo(Trials.count(1, 5));
    }

    /** Between any two events: stopped when the deadline is looked at for the n-th time, for every few n. */
    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void stoppedWheneverTheDeadlineIsLookedAtBothBoundsHold(Method method) {
        int inTree = 0;
        for (long seed : Trials.seeds(1, 2, 20)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            long optimum = BruteForce.optimum(problem);
            Settings uncut =
                    settings(method).withOptions(SolveOptions.defaults().with(SolveOption.CUT_ROUNDS, 0));
            inTree += stopsOf(problem, optimum, 13, looks -> {
                        AtomicInteger left = new AtomicInteger(looks + (int) (seed % 13));
                        return solver.solve(problem, uncut, event -> {}, () -> left.decrementAndGet() <= 0);
                    })
                    .inTree();
        }
        System.out.printf("%s: tiny problems stopped at a look at the deadline in a tree: %d%n", method, inTree);
        assertThat(inTree).as("stopped in mid-tree").isGreaterThanOrEqualTo(Trials.count(1, 20));
    }

    private static Settings settings(Method method) {
        return Settings.defaults().withMethod(method);
    }

    /** Without the bundle, whose few steps leave little between events. */
    private static Settings lps(Method method) {
        return settings(method).withOptions(SolveOptions.defaults().with(SolveOption.BUNDLE_STEPS, 0));
    }

    /** Scenes with larger trees, which cuts would make small, stopped after every few events. */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void stoppedAnywhereInALargerTreeBothBoundsHold(Method method) {
        Settings uncut = settings(method).withOptions(SolveOptions.defaults().with(SolveOption.CUT_ROUNDS, 0));
        int inTree = 0;
        int raised = 0;
        for (long seed : new long[] {2, 4, 12}) {
            Problem problem = Generator.generate("p", 4, Crowding.DENSE, seed);
            long optimum = solver.solve(problem, Settings.defaults()).objective();
            Stops stops = stopsOf(problem, optimum, 2, events -> stoppedAfter(events, problem, uncut));
            inTree += stops.inTree();
            raised += stops.raised();
        }
        System.out.printf("%s: scenes stopped in a tree: %d, its bound better: %d%n", method, inTree, raised);
        assertThat(inTree).as("stopped in mid-tree").isGreaterThan(5);
        assertThat(raised).as("and the tree proved more than the root").isPositive();
    }

    /**
     * What stopping again and again came to.
     *
     * @param inTree stopped with a tree in hand that does not prove the optimum yet
     * @param raised of these, where it proves more than the relaxation does
     */
    private record Stops(int inTree, int raised) {}

    /** Stops at the first occasion, after so many more, and so on, until nothing is left to stop. */
    private static Stops stopsOf(Problem problem, long optimum, int step, IntFunction<Solution> stoppedAt) {
        int inTree = 0;
        int raised = 0;
        for (int occasion = 1; ; occasion += step) {
            Solution solution = stoppedAt.apply(occasion);
            String who = problem.id() + " stopped at occasion " + occasion;
            Verdict verdict = Claims.check(problem, solution);
            assertThat(verdict.reasons()).as(who).isEmpty();
            assertThat(verdict.lowerBound()).as(who).isLessThanOrEqualTo(optimum);
            assertThat(solution.lowerBound()).as(who).isLessThanOrEqualTo(optimum);
            assertThat(solution.objective()).as(who).isGreaterThanOrEqualTo(optimum);
            if (solution.status() == Solution.Status.OPTIMAL) {
                assertThat(solution.objective()).as(who).isEqualTo(optimum);
                return new Stops(inTree, raised);
            }
            assertThat(verdict.kind()).as(who).isEqualTo(Verdict.Kind.BOUNDED);
            if (!solution.proof().trees().isEmpty()) {
                inTree++;
                long root = Checker.lowerBound(problem, TreeProblems.without(solution.proof()));
                raised += solution.lowerBound() > root ? 1 : 0;
            }
        }
    }

    private Solution stoppedAfter(int events, Problem problem, Settings settings) {
        AtomicInteger left = new AtomicInteger(events);
        AtomicBoolean stop = new AtomicBoolean();
        return solver.solve(problem, settings, event -> stop.set(stop.get() || left.decrementAndGet() <= 0), stop::get);
    }

    /** With a gap allowed the tree ends early, and says no more than it proves. */
    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void aRequestedGapEndsTheTreeEarly(Method method) {
        int early = 0;
        int byTree = 0;
        int fewer = 0;
        for (long seed : Trials.seeds(1, 36, 150)) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            long optimum = BruteForce.optimum(problem);
            Settings exact = Settings.defaults().withMethod(method);
            int iterations = solver.solve(problem, exact).iterations();
            for (double gap : new double[] {0.01, 0.05, 0.2}) {
                String who = problem.id() + " within " + gap;
                Solution solution = solver.solve(problem, exact.withGap(gap));
                assertThat(Claims.check(problem, solution).reasons()).as(who).isEmpty();
                assertThat(solution.status()).as(who).isEqualTo(Solution.Status.OPTIMAL);
                assertThat(solution.gap()).as(who).isLessThanOrEqualTo(gap);
                assertThat(solution.lowerBound()).as(who).isLessThanOrEqualTo(optimum);
                assertThat(solution.objective()).as(who).isGreaterThanOrEqualTo(optimum);
                fewer += iterations - solution.iterations();
                boolean open = solution.lowerBound() < solution.objective();
                early += open ? 1 : 0;
                byTree += open && !solution.proof().trees().isEmpty() ? 1 : 0;
            }
        }
        System.out.printf(
                "%s: %d problems and gaps ended before the proof of the optimum, %d in a tree%n",
                method, early, byTree);
        assertThat(fewer).as("iterations saved").isPositive();
        assertThat(early).as("ended early").isGreaterThan(Trials.count(20, 40));
        assertThat(byTree).as("ended early in a tree").isGreaterThanOrEqualTo(Trials.count(1, 6));
    }

    @Tag("timing")
    @ParameterizedTest
    @EnumSource
    void theTimeLimitIsKept(Method method) {
        Problem problem = Generator.generate("p", 30, Crowding.ADVERSARIAL, 7);
        long start = System.nanoTime();
        Solution solution =
                solver.solve(problem, Settings.defaults().withMethod(method).withTimeLimit(Duration.ofMillis(700)));
        double seconds = (System.nanoTime() - start) * 1e-9;
        assertThat(Claims.check(problem, solution).reasons()).isEmpty();
        // reductions, one pricing pass and laying out the engine's model are not interrupted
        assertThat(seconds).as("seconds for a limit of 0.7").isLessThan(15);
    }

    @ParameterizedTest
    @EnumSource(names = {"BCG", "PCG"})
    void everyPointOfTheTraceBracketsTheOptimum(Method method) {
        for (long seed : Trials.seeds(1, 50, 300)) {
            Problem problem = TinyProblems.random(seed);
            long optimum = BruteForce.optimum(problem);
            Solution solution = solver.solve(problem, Settings.defaults().withMethod(method));
            assertThat(solution.trace()).as("seed %d", seed).isNotEmpty().allSatisfy(point -> {
                assertThat(point.lowerBound()).isLessThanOrEqualTo(optimum);
                assertThat(point.objective()).isGreaterThanOrEqualTo(optimum);
            });
            Verdict verdict = Claims.check(problem, solution);
            assertThat(verdict.accepted()).as("seed %d", seed).isTrue();
        }
    }
}
