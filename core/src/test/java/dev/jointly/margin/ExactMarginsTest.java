package dev.jointly.margin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.session.Session;
import dev.jointly.solve.Claims;
import dev.jointly.solve.Ending;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Exact margins, the best groupings and diagnoses against brute force, with pins and without. */
class ExactMarginsTest {
    private static final int PROBLEMS = Trials.count(20, 500);
    private static final int GROUPINGS = 6;

    private final Solver solver = new Solver(new HighsEngine());

    @Test
    void marginsAreThoseOfBruteForce() {
        int fixed = 0;
        int exact = 0;
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Problem problem = problem(seed);
            Session session = new Session(solver, problem, Settings.defaults());
            Solution solution = solution(session);
            if (solution == null) {
                continue;
            }
            ExactMargins margins = new ExactMargins(session, List.of(), solution);
            List<MarginClaim> claims = new ArrayList<>();
            for (Margin bound : MarginBounds.of(problem, solution)) {
                Margin margin = margins.of(bound, () -> false).margin();
                OptionalLong least = least(problem, margin.claim().pins());
                assertThat(margin.fixed()).as(problem.id()).isEqualTo(least.isEmpty());
                if (least.isPresent()) {
                    assertThat(margin.exact()).as(problem.id()).isTrue();
                    assertThat(margin.atLeast()).as(problem.id()).isEqualTo(least.getAsLong() - solution.objective());
                    claims.add(margin.claim());
                    exact++;
                } else {
                    fixed++;
                }
            }
            assertThat(Checker.check(problem, Claims.of(problem, solution).withMargins(claims))
                            .reasons())
                    .as(problem.id())
                    .isEmpty();
        }
        assertThat(exact).isGreaterThan(PROBLEMS);
        assertThat(fixed).isPositive();
    }

    @Test
    void theBestGroupingsAreThoseOfBruteForce() {
        int ties = 0;
        for (Problem problem : smallProblems()) {
            Map<Set<Integer>, Long> all = AllGroupings.of(problem);
            BestGroupings best = new BestGroupings(new Session(solver, problem, Settings.defaults()), () -> false);
            List<Long> costs = new ArrayList<>();
            Set<Set<Integer>> seen = new HashSet<>();
            try {
                for (int k = 0; k < GROUPINGS; k++) {
                    best.next().ifPresent(solution -> {
                        assertThat(all).as(problem.id()).containsEntry(grouping(solution), solution.objective());
                        assertThat(seen.add(grouping(solution)))
                                .as(problem.id())
                                .isTrue();
                        costs.add(solution.objective());
                    });
                }
            } catch (PinsException e) {
                assertThat(all).as(problem.id()).isEmpty();
            }
            if (!all.isEmpty()) {
                assertThat(best.ending() == Ending.PROVEN)
                        .as(problem.id())
                        .isEqualTo(costs.size() == all.size() && costs.size() < GROUPINGS);
            }
            assertThat(costs)
                    .as(problem.id())
                    .isEqualTo(all.values().stream().sorted().limit(GROUPINGS).toList());
            ties += new HashSet<>(costs).size() < costs.size() ? 1 : 0;
        }
        assertThat(ties).isPositive();
    }

    /** Of at most 7 detections: to try all sets of columns of more takes too long. */
    private static Iterable<Problem> smallProblems() {
        return () -> StreamSupport.stream(Trials.seeds(1, 20 * PROBLEMS).spliterator(), false)
                .map(ExactMarginsTest::problem)
                .filter(problem -> problem.size() <= 7)
                .limit(PROBLEMS)
                .iterator();
    }

    @Test
    void whatIsStoppedIsNotExhausted() {
        Problem problem = TinyProblems.random(3, 1);
        BestGroupings best = new BestGroupings(new Session(solver, problem, Settings.defaults()), () -> true);
        assertThat(best.next()).isEmpty();
        assertThat(best.ending()).isEqualTo(Ending.OUT_OF_TIME);
    }

    /** Without work in pricing most bounds stay weak: the search is over long before its time. */
    @Test
    void whatASearchLeavesOpenIsNotBlamedOnTheTime() {
        SolveOptions weak = SolveOptions.defaults().with(SolveOption.LOCAL_PRICING_WORK, 0);
        Settings settings =
                Settings.defaults().withTimeLimit(Duration.ofDays(1)).withOptions(weak);
        int open = 0;
        for (long seed : Trials.seeds(1, 6)) {
            BestGroupings best =
                    new BestGroupings(new Session(solver, TinyProblems.random(seed), settings), () -> false);
            if (best.next().isEmpty()) {
                assertThat(best.ending()).as("seed %d", seed).isEqualTo(Ending.SEARCHED);
                open++;
            }
        }
        assertThat(open).isPositive();
    }

    @Test
    void diagnosesAreThoseOfBruteForce() {
        Set<Diagnosis.Kind> kinds = new HashSet<>();
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Problem free = TinyProblems.random(seed, 1 + (int) (seed % 3));
            List<Pin> right = TinyProblems.pinned(free, seed).pins();
            Session session = new Session(solver, free, Settings.defaults());
            Solution solution = session.solve(List.of()).solution();
            Diagnosis diagnosis = Diagnosis.of(session, List.of(), solution, right, () -> false);
            OptionalLong least = BruteForce.optimumIfFeasible(free.withPins(right));
            kinds.add(diagnosis.kind());
            if (least.isEmpty()) {
                assertThat(diagnosis.kind()).as(free.id()).isEqualTo(Diagnosis.Kind.OUT_OF_REACH);
                assertThat(BruteForce.optimumIfFeasible(free.withPins(diagnosis.conflict())))
                        .as(free.id())
                        .isEmpty();
            } else {
                long excess = least.getAsLong() - solution.objective();
                assertThat(diagnosis.kind())
                        .as(free.id())
                        .isEqualTo(excess == 0 ? Diagnosis.Kind.AS_CHEAP : Diagnosis.Kind.MORE_EXPENSIVE);
                assertThat(diagnosis.excess()).isEqualTo(excess == 0 ? OptionalLong.empty() : OptionalLong.of(excess));
            }
        }
        assertThat(kinds)
                .containsExactlyInAnyOrder(
                        Diagnosis.Kind.AS_CHEAP, Diagnosis.Kind.MORE_EXPENSIVE, Diagnosis.Kind.OUT_OF_REACH);
    }

    private static Set<Integer> grouping(Solution solution) {
        Set<Integer> people = new TreeSet<>();
        for (Pose pose : solution.poses()) {
            people.add(pose.detections().stream().mapToInt(d -> 1 << d).sum());
        }
        return people;
    }

    private static OptionalLong least(Problem problem, List<Pin> more) {
        List<Pin> pins = new ArrayList<>(problem.pins());
        pins.addAll(more);
        return BruteForce.optimumIfFeasible(problem.withPins(pins));
    }

    private static @Nullable Solution solution(Session session) {
        try {
            return session.solve(List.of()).solution();
        } catch (PinsException e) {
            return null;
        }
    }

    private static Problem problem(long seed) {
        int majors = 1 + (int) (seed % 3);
        Problem free = TinyProblems.sometimesLimited(
                seed % 5 == 0 ? TinyProblems.gapped(seed, majors) : TinyProblems.random(seed, majors), seed);
        return seed % 2 == 0 ? free : TinyProblems.pinned(free, seed);
    }
}
