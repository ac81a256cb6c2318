package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.certify.Checker;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.branch.PinConstraints;
import dev.jointly.solve.reduce.Reduction;
import dev.jointly.solve.term.Candidates;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What an earlier solve leaves makes a solve neither wrong nor its claims larger than their proofs. */
class WarmStartTest {
    private final Solver solver = new Solver(new HighsEngine());

    /** Straight from the solver: no check of its own has lowered the claim. */
    @Test
    void claimsAreNoLargerThanTheirProofs() {
        int warm = 0;
        for (long seed : Trials.seeds(1, 40, 500)) {
            int majors = 1 + (int) (seed % 3);
            Problem problem = TinyProblems.sometimesLimited(
                    seed % 5 == 0 ? TinyProblems.gapped(seed, majors) : TinyProblems.random(seed, majors), seed);
            WarmStart start = new WarmStart();
            Solution first = solve(problem, start);
            for (List<Pin> pins : repairs(problem, first)) {
                Problem pinned = problem.withPins(pins);
                OptionalLong optimum = BruteForce.optimumIfFeasible(pinned);
                if (optimum.isEmpty()) {
                    continue;
                }
                Solution solution = solve(pinned, start);
                assertThat(solution.objective()).as("%s %s", problem.id(), pins).isEqualTo(optimum.getAsLong());
                assertThat(solution.lowerBound())
                        .as("%s %s", problem.id(), pins)
                        .isEqualTo(optimum.getAsLong());
                assertThat(Checker.lowerBound(pinned, solution.proof()))
                        .as("%s %s", problem.id(), pins)
                        .isEqualTo(optimum.getAsLong());
                warm++;
            }
        }
        assertThat(warm).isGreaterThan(Trials.count(60, 200));
    }

    /** However often a problem is solved, so much is kept and no more. */
    @Test
    void memoryStaysFlat() {
        Problem problem = Generator.generate("crowd", 6, Crowding.CROWDED, 5);
        WarmStart start = new WarmStart();
        Solution first = solve(problem, start);
        int most = 0;
        List<List<Pin>> repairs = repairs(problem, first);
        for (int i = 0; i < Trials.count(10, 100); i++) {
            solve(problem.withPins(repairs.get(i % repairs.size()).subList(0, 1)), start);
            most = Math.max(most, start.size());
        }
        assertThat(most).isPositive().isLessThanOrEqualTo(WarmStart.MAX_COLUMNS);
    }

    /** The time is looked at before each column. */
    @Test
    void onceStoppedNoMoreColumnsAreTaken() {
        Problem problem = Generator.generate("crowd", 6, Crowding.CROWDED, 5);
        WarmStart start = new WarmStart();
        solve(problem, start);
        Candidates candidates = Reduction.of(new Costs(problem, Grid.of(problem, 0)));
        PinConstraints pins = new PinConstraints(List.of());
        assertThat(start.columns(candidates, pins, () -> false).size()).isGreaterThan(10);
        AtomicInteger looks = new AtomicInteger();
        assertThat(start.columns(candidates, pins, () -> looks.incrementAndGet() > 5)
                        .size())
                .isLessThanOrEqualTo(5);
        assertThat(looks).hasValue(6);
    }

    private Solution solve(Problem problem, WarmStart start) {
        return solver.solve(problem, Settings.defaults(), event -> {}, () -> false, start);
    }

    /** Of each person: it is skipped, then one joint after the other is kept apart from the lead, then used. */
    private static List<List<Pin>> repairs(Problem problem, Solution solution) {
        List<List<Pin>> repairs = new ArrayList<>();
        for (Pose pose : solution.poses()) {
            int lead = pose.lead(problem.anatomy());
            repairs.add(pose.detections().stream().<Pin>map(Pin.Skip::new).toList());
            for (int d : pose.detections()) {
                if (d != lead) {
                    repairs.add(List.of(new Pin.Apart(lead, d)));
                    repairs.add(List.of(new Pin.Apart(lead, d), new Pin.Use(d)));
                }
            }
        }
        return repairs;
    }
}
