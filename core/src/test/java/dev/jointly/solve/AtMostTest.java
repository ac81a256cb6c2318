package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.option.SolveOption;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** At most so many poses, as a constraint, against brute force. */
class AtMostTest {
    private final Solver solver = new Solver(new HighsEngine());
    private int binding;
    private int impossible;
    private int trees;

    @Test
    void everyMethodProvesTheOptimum() {
        for (long seed : Trials.seeds(1, Trials.count(150, 1500))) {
            Problem problem = seed % 3 == 0 ? TinyProblems.pinned(seed) : TinyProblems.random(seed);
            solve(problem.withAtMost(new Random(seed).nextInt(3)), seed);
        }
        for (long seed : Trials.seeds(1, Trials.count(20, 200))) {
            Problem problem = TinyProblems.gapped(seed, 1 + (int) (seed % 3));
            solve(
                    (seed % 2 == 0 ? TinyProblems.pinned(problem, seed) : problem).withAtMost(1 + (int) (seed % 2)),
                    seed);
        }
        System.out.printf(
                "at most N poses: the limit matters in %d problems, pins cannot hold in %d, %d trees%n",
                binding, impossible, trees);
        assertThat(binding).isGreaterThan(Trials.count(40, 400));
        assertThat(impossible).isGreaterThan(Trials.count(3, 30));
        assertThat(trees).isGreaterThan(Trials.count(3, 30));
    }

    private void solve(Problem problem, long seed) {
        OptionalLong optimum = BruteForce.optimumIfFeasible(problem);
        OptionalLong free = BruteForce.optimumIfFeasible(problem.withoutLimit());
        binding += optimum.equals(free) ? 0 : 1;
        Settings settings = Settings.defaults();
        if (seed % 2 == 0) {
            settings = settings.withOptions(settings.options().with(SolveOption.BUNDLE_STEPS, 0));
        }
        if (seed % 10 == 0) { // the bare engine is slow
            assertThat(BareEngineTest.bare(problem)).as(problem.id()).isEqualTo(optimum);
        }
        for (Method method : Method.values()) {
            String who = problem.id() + " with at most " + problem.maxPoses().getAsInt() + " by " + method;
            Settings by = settings.withMethod(method);
            if (optimum.isEmpty()) {
                impossible(problem, by, free.isPresent());
                continue;
            }
            Solution solution = solver.solve(problem, by);
            assertThat(solution.objective()).as(who).isEqualTo(optimum.getAsLong());
            Verdict verdict = Claims.check(problem, solution);
            assertThat(verdict.reasons()).as(who).isEmpty();
            assertThat(verdict.kind()).as(who).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
            trees += solution.proof().trees().isEmpty() ? 0 : 1;
        }
    }

    private void impossible(Problem problem, Settings settings, boolean byLimit) {
        impossible++;
        PinsException refusal = catchThrowableOfType(PinsException.class, () -> solver.solve(problem, settings));
        assertThat(refusal.conflict()).isNotEmpty();
        Problem conflict = problem.withPins(refusal.conflict());
        assertThat(BruteForce.optimumIfFeasible(conflict)).isEmpty();
        String message = String.valueOf(refusal.getMessage());
        boolean named = message.endsWith("with at most " + problem.maxPoses().getAsInt() + " people");
        assertThat(named)
                .as(message)
                .isEqualTo(BruteForce.optimumIfFeasible(conflict.withoutLimit()).isPresent());
        assertThat(named || !byLimit).isTrue();
        for (Pin pin : refusal.conflict()) {
            List<Pin> others =
                    refusal.conflict().stream().filter(each -> each != pin).toList();
            assertThat(BruteForce.optimumIfFeasible(problem.withPins(others))).isPresent();
        }
    }

    @Test
    void stoppedAtAnyMomentBothBoundsAreValid() {
        Problem problem = Generator.generate("crowd", 6, Crowding.CROWDED, 3).withAtMost(3);
        long optimum = solver.solve(problem, Settings.defaults()).objective();
        int open = 0;
        for (int calls : new int[] {0, 1, 3, 10, 30, 100, 300, 500, 700, 1_000, 2_000, 4_000, 8_000, 16_000}) {
            AtomicInteger left = new AtomicInteger(calls);
            Solution solution =
                    solver.solve(problem, Settings.defaults(), event -> {}, () -> left.getAndDecrement() <= 0);
            String who = "after " + calls + " calls";
            assertThat(Claims.check(problem, solution).reasons()).as(who).isEmpty();
            assertThat(solution.poses()).as(who).hasSizeLessThanOrEqualTo(3);
            assertThat(solution.lowerBound()).as(who).isLessThanOrEqualTo(optimum);
            assertThat(solution.trace()).as(who).allSatisfy(point -> {
                assertThat(point.lowerBound()).isLessThanOrEqualTo(optimum);
                assertThat(point.objective()).isGreaterThanOrEqualTo(optimum);
            });
            open += solution.status() == Solution.Status.BOUNDED ? 1 : 0;
        }
        assertThat(open).isBetween(3, 13);
    }

    @Test
    void nobodyAtAll() {
        Problem problem = TinyProblems.random(7, 1).withAtMost(0);
        Solution solution = solver.solve(problem, Settings.defaults());
        assertThat(solution.poses()).isEmpty();
        assertThat(Claims.check(problem, solution).kind()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
        Problem pinned = problem.withPins(List.of(new Pin.Use(0)));
        assertThatThrownBy(() -> solver.solve(pinned, Settings.defaults()))
                .hasMessageEndingWith("cannot all hold: use 0 is impossible with at most 0 people");
    }
}
