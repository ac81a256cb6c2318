package dev.jointly.server.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.margin.MarginBounds;
import dev.jointly.pose.Person;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * On {@link WristScene}, by hand: the left person costs 0.5 - 1 - 1 - 0.9 - 2 - 1 = -5.4 and the right one 0.5 - 1 - 1 - 2 =
 * -3.5. With the wrist at the right person the two cost -3.5 and -4.9, which is 0.5 more. Without the right person -5.4 are
 * left, which is 3.5 more; without the left one and its joints -3.5, which is 5.4 more.
 */
class ToolMarginsTest {
    private final Solver solver = new Solver(new HighsEngine());
    private final Problem problem = WristScene.problem();
    private final Solution solution = solver.solve(problem, Settings.defaults());
    private final AtomicInteger solves = new AtomicInteger();

    private Solution solve(Problem pinned) {
        solves.incrementAndGet();
        return solver.solve(pinned, Settings.defaults());
    }

    private int personWith(int detection) {
        List<Pose> poses = solution.poses();
        for (int i = 0; i < poses.size(); i++) {
            if (poses.get(i).global().containsValue(detection)) {
                return i;
            }
        }
        throw new AssertionError("nobody has detection " + detection);
    }

    private static void isAtMost(OptionalDouble bound, double margin) {
        assertThat(bound.orElseThrow()).isBetween(0.0, margin + 1e-6);
    }

    @Test
    void boundsAreNoMoreThanTheMargins() {
        ToolMargins margins = ToolMargins.of(problem, solution, MarginBounds.of(problem, solution));
        int left = personWith(WristScene.LEFT_NECK);
        int right = personWith(WristScene.RIGHT_NECK);
        isAtMost(margins.ofJoint(left, WristScene.WRIST), 0.5);
        isAtMost(margins.ofJoint(left, WristScene.LEFT_HEAD), 3.0);
        isAtMost(margins.ofPerson(left), 5.4);
        isAtMost(margins.ofPerson(right), 3.5);
        assertThat(margins.ofJoint(right, WristScene.RIGHT_NECK))
                .as("the joint that leads a person has the person's")
                .isEqualTo(margins.ofPerson(right));
        assertThat(margins.ofJoint(right, WristScene.WRIST))
                .as("not of this person")
                .isEmpty();
    }

    @Test
    void theLeastMarginIsExact() {
        ToolMargins margins =
                ToolMargins.withExactLeast(problem, solution, MarginBounds.of(problem, solution), 100, this::solve);
        int left = personWith(WristScene.LEFT_NECK);
        assertThat(margins.ofJoint(left, WristScene.WRIST).orElseThrow()).isCloseTo(0.5, within(1e-6));
        List<Person> people = new Grouping(problem, solution, List.of(0, 1), List.of()).people(margins);
        double least = people.stream()
                .flatMap(person -> person.joints().values().stream())
                .mapToDouble(joint -> joint.margin().orElseThrow())
                .min()
                .orElseThrow();
        assertThat(least).isCloseTo(0.5, within(1e-6));
    }

    @Test
    void noMoreIsSolvedThanAllowed() {
        ToolMargins.withExactLeast(problem, solution, MarginBounds.of(problem, solution), 0, this::solve);
        assertThat(solves.get()).isZero();
    }

    @Test
    void aMarginInWords() {
        assertThat(ToolMargins.words(3.14159)).isEqualTo("margin 3.14");
    }
}
