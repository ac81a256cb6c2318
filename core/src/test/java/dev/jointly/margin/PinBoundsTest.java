package dev.jointly.margin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Bounds of single pins against brute force. */
class PinBoundsTest {
    private final Solver solver = new Solver(new HighsEngine());

    @Test
    void noGroupingWithThePinCostsLess() {
        int raised = 0;
        int all = 0;
        for (long seed : Trials.seeds(1, 20, 300)) {
            int majors = 1 + (int) (seed % 3);
            Problem problem = TinyProblems.sometimesLimited(
                    seed % 5 == 0 ? TinyProblems.gapped(seed, majors) : TinyProblems.random(seed, majors), seed);
            Solution best = new Session(solver, problem, Settings.defaults())
                    .solve(List.of())
                    .solution();
            PinBounds bounds = new PinBounds(problem, best, () -> false);
            PinBounds stopped = new PinBounds(problem, best, () -> true);
            for (Pin pin : pins(problem)) {
                OptionalLong least = BruteForce.optimumIfFeasible(problem.withPins(List.of(pin)));
                if (least.isPresent()) {
                    assertThat(bounds.of(pin)).as(problem.id() + " " + pin).isLessThanOrEqualTo(least.getAsLong());
                    assertThat(stopped.of(pin)).as(problem.id() + " " + pin).isLessThanOrEqualTo(least.getAsLong());
                    all += least.getAsLong() > best.objective() ? 1 : 0;
                    raised += bounds.of(pin) > best.objective() ? 1 : 0;
                }
            }
        }
        System.out.println("pins that cost something: " + all + ", proven of " + raised);
        assertThat(raised).isGreaterThan(all / 4);
    }

    private static List<Pin> pins(Problem problem) {
        List<Pin> pins = new ArrayList<>();
        for (int d = 0; d < problem.size(); d++) {
            pins.add(new Pin.Use(d));
            pins.add(new Pin.Skip(d));
            for (int e = d + 1; e < problem.size(); e++) {
                pins.add(new Pin.Apart(d, e));
            }
        }
        return pins;
    }
}
