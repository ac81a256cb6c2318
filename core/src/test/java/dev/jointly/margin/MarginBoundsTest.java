package dev.jointly.margin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.certify.Claim;
import dev.jointly.certify.Verdict;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.proof.MarginClaim;
import dev.jointly.proof.Proof;
import dev.jointly.solve.Claims;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Bounds of margins against brute force: never above the margin, accepted by the checker, and not idle. */
class MarginBoundsTest {
    private static final int PROBLEMS = Trials.count(150, 1_000);

    private final Solver solver = new Solver(new HighsEngine());

    @Test
    void boundsAreBelowTheMargins() {
        List<Double> jointShares = new ArrayList<>();
        List<Double> personShares = new ArrayList<>();
        int trees = 0;
        for (long seed : Trials.seeds(1, PROBLEMS)) {
            Problem problem = problem(seed);
            Solution solution;
            try {
                solution = solver.solve(problem, Settings.defaults());
            } catch (PinsException e) {
                continue;
            }
            trees += solution.proof().trees().isEmpty() ? 0 : 1;
            List<Margin> margins = MarginBounds.of(problem, solution);
            for (Margin margin : margins) {
                OptionalLong exact = exact(problem, solution, margin);
                assertThat(margin.atLeast()).as(problem.id()).isNotNegative();
                exact.ifPresent(
                        most -> assertThat(margin.atLeast()).as(problem.id()).isLessThanOrEqualTo(most));
                boolean local = margin.joint().isPresent()
                        && !solution.poses()
                                .get(margin.pose())
                                .global()
                                .containsValue(margin.joint().getAsInt());
                if (exact.isPresent() && exact.getAsLong() > 0 && !local) {
                    (margin.joint().isPresent() ? jointShares : personShares)
                            .add((double) margin.atLeast() / exact.getAsLong());
                }
            }
            assertAccepted(problem, solution, margins);
        }
        // a bound that is always 0 would be valid too, and of no use
        assertThat(median(jointShares)).isGreaterThan(0.2);
        assertThat(median(personShares)).isGreaterThan(0.9);
        assertThat(trees).isPositive();
    }

    /** Without the person none of its joints is in its pose. */
    @Test
    void aPersonsMarginIsNoLessThanThoseOfItsJoints() {
        for (long seed : Trials.seeds(1, PROBLEMS / 5)) {
            Problem problem = TinyProblems.random(seed, 1);
            Solution solution = solver.solve(problem, Settings.defaults());
            long[] person = new long[solution.poses().size()];
            for (Margin margin : MarginBounds.of(problem, solution)) {
                if (margin.joint().isEmpty()) {
                    person[margin.pose()] = margin.atLeast();
                }
                assertThat(margin.atLeast()).as(problem.id()).isLessThanOrEqualTo(person[margin.pose()]);
            }
        }
    }

    @Test
    void aSolutionThatIsNotProvenClaimsNothingThatTheCheckerRejects() {
        int open = 0;
        for (long seed : Trials.seeds(1, PROBLEMS / 5)) {
            Problem problem = TinyProblems.random(seed, 1);
            Solution proven = solver.solve(problem, Settings.defaults());
            Proof free = new Proof(0, new long[problem.size()], new long[problem.size()]);
            long bound = Checker.lowerBound(problem, free);
            if (bound < proven.objective()) {
                Solution weak = proven.withProof(free).weakened(bound);
                assertAccepted(problem, weak, MarginBounds.of(problem, weak));
                open++;
            }
        }
        assertThat(open).isPositive();
    }

    @Test
    void stoppedItLooksAtNoFurtherPose() {
        Problem problem = Generator.generate("three", 3, Crowding.EASY, 1);
        Solution solution = solver.solve(problem, Settings.defaults());
        boolean[] asked = new boolean[1];
        List<Margin> margins = MarginBounds.of(problem, solution, () -> {
            boolean again = asked[0];
            asked[0] = true;
            return again;
        });
        assertThat(solution.poses()).hasSizeGreaterThan(1);
        assertThat(margins).isNotEmpty().allMatch(margin -> margin.pose() == 0);
    }

    @Test
    void aMarginAboveTheTruthIsRejected() {
        int tried = 0;
        for (long seed : Trials.seeds(1, PROBLEMS / 5)) {
            Problem problem = problem(seed);
            Solution solution;
            try {
                solution = solver.solve(problem, Settings.defaults());
            } catch (PinsException e) {
                continue;
            }
            for (Margin margin : MarginBounds.of(problem, solution)) {
                OptionalLong exact = exact(problem, solution, margin);
                if (exact.isPresent()) {
                    MarginClaim claim = margin.claim();
                    MarginClaim bold =
                            new MarginClaim(claim.pins(), exact.getAsLong() + 1, claim.prices(), claim.proof());
                    Verdict verdict =
                            Checker.check(problem, Claims.of(problem, solution).withMargins(List.of(bold)));
                    assertThat(verdict.kind()).as(problem.id()).isEqualTo(Verdict.Kind.REJECTED);
                    assertThat(verdict.reasons()).singleElement().asString().startsWith("margin 0 is said to be");
                    tried++;
                }
            }
        }
        assertThat(tried).isPositive();
    }

    private static void assertAccepted(Problem problem, Solution solution, List<Margin> margins) {
        Claim claim = Claims.of(problem, solution)
                .withMargins(margins.stream().map(Margin::claim).toList());
        Verdict verdict = Checker.check(problem, claim);
        assertThat(verdict.reasons()).as(problem.id()).isEmpty();
        assertThat(verdict.accepted()).as(problem.id()).isTrue();
    }

    private static OptionalLong exact(Problem problem, Solution solution, Margin margin) {
        List<Pin> pins = new ArrayList<>(problem.pins());
        pins.addAll(margin.claim().pins());
        OptionalLong least = BruteForce.optimumIfFeasible(problem.withPins(pins));
        return least.isPresent() ? OptionalLong.of(least.getAsLong() - solution.objective()) : OptionalLong.empty();
    }

    private static Problem problem(long seed) {
        int majors = 1 + (int) (seed % 3);
        Problem free = TinyProblems.sometimesLimited(
                seed % 5 == 0 ? TinyProblems.gapped(seed, majors) : TinyProblems.random(seed, majors), seed);
        return seed % 2 == 0 ? free : TinyProblems.pinned(free, seed);
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
