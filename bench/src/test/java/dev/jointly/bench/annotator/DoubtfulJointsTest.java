package dev.jointly.bench.annotator;

import static dev.jointly.bench.annotator.TwoArms.ELBOW;
import static dev.jointly.bench.annotator.TwoArms.NECK;
import static dev.jointly.bench.annotator.TwoArms.WRIST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What is shown as doubtful, and in which order, on margins that can be calculated by hand. */
class DoubtfulJointsTest {
    /** Two people of a neck and one or two joints; what a joint gains by its neck is its margin. */
    private static final Problem PROBLEM = new TwoArms()
            .detection(NECK, -5)
            .detection(ELBOW, 0)
            .detection(WRIST, 0)
            .detection(NECK, -5)
            .detection(ELBOW, 0)
            .pair(0, 1, -2)
            .pair(0, 2, -1)
            .pair(1, 2, 0)
            .pair(3, 4, -4)
            .problem(1);

    private static DoubtfulJoints doubts(boolean exact, Pin... pins) {
        Session session = new Session(new Solver(new HighsEngine()), PROBLEM, Settings.defaults());
        return new DoubtfulJoints(new Shown(session, List.of(pins), session.solve(List.of(pins))), exact);
    }

    private static List<Integer> all(DoubtfulJoints doubts) {
        List<Integer> all = new ArrayList<>();
        for (OptionalInt d = doubts.next(); d.isPresent(); d = doubts.next()) {
            all.add(d.getAsInt());
        }
        return all;
    }

    @Test
    void theSmallestMarginComesFirst() {
        assertThat(all(doubts(true))).as("margins 1 and 2; 4 is none").containsExactly(2, 1);
        assertThat(all(doubts(false))).as("no bound exceeds its margin").contains(1, 2);
    }

    @Test
    void exactMarginsAreRemembered() {
        DoubtfulJoints doubts = doubts(true);
        assertThat(all(doubts)).hasSize(2);
        assertThat(doubts.margin(1)).isEqualTo(Micro.of(2));
        assertThat(doubts.margin(2)).isEqualTo(Micro.of(1));
    }

    @Test
    void whatPinsTieIsNotInDoubt() {
        assertThat(all(doubts(true, new Pin.Together(2, 0)))).containsExactly(1);
        assertThat(all(doubts(false, new Pin.Together(2, 0)))).doesNotContain(2);
        assertThat(all(doubts(true, new Pin.Together(2, 1), new Pin.Together(1, 0))))
                .as("the wrist by way of the elbow")
                .isEmpty();
    }
}
