package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.Shuffled;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pins of every kind against brute force: the optimum under them, proven, or the pins that exclude each other. */
class PinsTest {
    private static final int PROBLEMS = Trials.count(120, 1_000);

    private final Solver solver = new Solver(new HighsEngine());

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"PCG", "BCG"})
    void tinyProblems(Method method) {
        Map<String, Integer> kinds = new TreeMap<>();
        int impossible = 0;
        int trees = 0;
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            int majors = 1 + (int) (seed % 3);
            Problem problem = seed % 5 == 0
                    ? TinyProblems.pinned(TinyProblems.gapped(seed, majors), seed)
                    : TinyProblems.pinned(seed, majors);
            problem.pins().forEach(pin -> kinds.merge(pin.getClass().getSimpleName(), 1, Integer::sum));
            OptionalLong optimum = BruteForce.optimumIfFeasible(problem);
            try {
                Solution solution = solver.solve(problem, Settings.defaults().withMethod(method));
                assertThat(optimum).as(problem.id()).hasValue(solution.objective());
                assertThat(solution.status()).as(problem.id()).isEqualTo(Solution.Status.OPTIMAL);
                assertThat(Claims.check(problem, solution).kind())
                        .as(problem.id())
                        .isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
                trees += solution.proof().trees().isEmpty() ? 0 : 1;
            } catch (PinsException e) {
                impossible++;
                assertThat(optimum).as("%s: %s", problem.id(), e.getMessage()).isEmpty();
                assertMinimal(problem, e.conflict());
            }
        }
        System.out.println(method.label() + ": pins " + kinds + ", impossible " + impossible + ", trees " + trees);
        assertThat(kinds).hasSize(4).allSatisfy((kind, count) -> assertThat(count)
                .isGreaterThan(PROBLEMS / 5));
        assertThat(impossible).isGreaterThan(PROBLEMS / 20);
        assertThat(trees).isGreaterThan(PROBLEMS / 10);
    }

    private static void assertMinimal(Problem problem, List<Pin> conflict) {
        assertThat(conflict).as(problem.id()).isNotEmpty();
        assertThat(BruteForce.optimumIfFeasible(problem.withPins(conflict)))
                .as("%s: %s together", problem.id(), conflict)
                .isEmpty();
        for (int i = 0; i < conflict.size(); i++) {
            List<Pin> others = new ArrayList<>(conflict);
            others.remove(i);
            assertThat(BruteForce.optimumIfFeasible(problem.withPins(others)))
                    .as("%s: %s without number %d", problem.id(), conflict, i)
                    .isPresent();
        }
    }

    @Test
    void theBareEngineAgrees() {
        for (long seed : Trials.seeds(1, 12, 60)) {
            Problem problem = TinyProblems.pinned(seed);
            if (BruteForce.optimumIfFeasible(problem).isPresent()) {
                assertThat(BareEngineTest.bare(problem)).as(problem.id()).hasValue(BruteForce.optimum(problem));
            }
        }
    }

    @Test
    void orderDoesNotMatter() {
        for (long seed : Trials.seeds(1, 12, 60)) {
            Problem problem = TinyProblems.pinned(TinyProblems.gapped(seed), seed);
            if (BruteForce.optimumIfFeasible(problem).isPresent()) {
                Solution one = solver.solve(problem, Settings.defaults().withMethod(Method.PCG));
                Solution other = solver.solve(
                        Shuffled.of(problem, seed).problem(),
                        Settings.defaults().withMethod(Method.BCG));
                assertThat(other.objective()).as(problem.id()).isEqualTo(one.objective());
                assertThat(other.status()).as(problem.id()).isEqualTo(one.status());
            }
        }
    }

    /** Undoing what the solver did, pin by pin, costs more each time, and every answer is proven. */
    @Test
    void aSceneCorrectedByHand() {
        Problem scene = Generator.generate("scene", 4, Crowding.CROWDED, 3);
        Map<Method, Long> last = new EnumMap<>(Method.class);
        List<Pin> pins = new ArrayList<>();
        for (int correction = 0; correction <= 4; correction++) {
            Problem problem = scene.withPins(pins);
            Solution solution = solver.solve(problem, Settings.defaults().withMethod(Method.PCG));
            assertThat(Claims.check(problem, solution).kind()).as("%s", pins).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
            assertThat(solution.objective()).isGreaterThanOrEqualTo(last.getOrDefault(Method.PCG, Long.MIN_VALUE));
            last.put(Method.PCG, solution.objective());
            List<Pose> poses = solution.poses();
            Pose corrected = poses.stream()
                    .filter(pose -> pose.detections().contains(2))
                    .findFirst()
                    .orElse(poses.get(0));
            List<Integer> used = List.copyOf(corrected.global().values());
            pins.add(
                    switch (correction) {
                        case 0 -> new Pin.Skip(used.get(used.size() - 1));
                        case 1 -> new Pin.Apart(used.get(0), used.get(used.size() - 1));
                        case 2 -> new Pin.Use(unused(problem, solution));
                        default -> new Pin.Together(used.get(0), used.get(1));
                    });
        }
    }

    private static int unused(Problem problem, Solution solution) {
        List<Integer> used = solution.poses().stream()
                .flatMap(pose -> pose.detections().stream())
                .toList();
        for (int d = 0; d < problem.size(); d++) {
            if (!used.contains(d)) {
                return d;
            }
        }
        throw new IllegalStateException("every detection is used");
    }

    /** The ascent alone shows which of them do not hold; with LPs only, the optimum is the same. */
    @Test
    void pinsThatKeepDuplicatesFromAPersonNeedFewLps() {
        Problem scene = Generator.generate("scene", 8, Crowding.CROWDED, 1);
        List<Pin> pins = new ArrayList<>();
        for (Pose pose : solver.solve(scene, Settings.defaults()).poses()) {
            pose.local().values().stream()
                    .limit(1)
                    .forEach(local -> pins.add(new Pin.Apart(pose.lead(scene.anatomy()), local.get(0))));
        }
        Problem problem = scene.withPins(pins.subList(0, 4));
        Solution solution = solver.solve(problem, Settings.defaults());
        assertThat(Claims.check(problem, solution).kind()).isEqualTo(Verdict.Kind.PROVEN_OPTIMAL);
        assertThat(solution.nodes()).isGreaterThan(10);
        assertThat(solution.iterations()).isLessThan((int) solution.nodes() / 4);
        Solution byLps = solver.solve(
                problem, Settings.defaults().withOptions(SolveOptions.defaults().with(SolveOption.BUNDLE_STEPS, 0)));
        assertThat(byLps.objective()).isEqualTo(solution.objective());
        assertThat(byLps.status()).isEqualTo(Solution.Status.OPTIMAL);
    }

    @Test
    void outOfTimeIsSaidAndIsNoConflict() {
        Problem problem = Generator.generate("scene", 2, Crowding.EASY, 1);
        Settings none = Settings.defaults().withTimeLimit(Duration.ZERO);
        // three that exclude each other, which takes branching to prove
        List<Integer> joints =
                solver.solve(problem, Settings.defaults()).poses().get(0).detections();
        List<Pin> pins = List.of(
                new Pin.Together(joints.get(0), joints.get(1)),
                new Pin.Together(joints.get(1), joints.get(2)),
                new Pin.Apart(joints.get(0), joints.get(2)));
        assertThatThrownBy(() -> solver.solve(problem.withPins(pins), none))
                .isInstanceOf(PinsException.class)
                .hasMessageEndingWith("were found in the given time")
                .satisfies(e -> assertThat(((PinsException) e).conflict()).isEmpty());
    }
}
