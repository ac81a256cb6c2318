package dev.jointly.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.BruteForce;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.oracle.Trials;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Micro;
import dev.jointly.problem.MissedJoint;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A joint that is added belongs to its person, changes nothing without its pin, and the rest is still the optimum. */
class MissedJointTest {
    private final Solver solver = new Solver(new HighsEngine());

    @Test
    void theBestGroupingWithTheJointIsThatOfBruteForce() {
        int held = 0;
        int impossible = 0;
        for (long seed : Trials.seeds(1, 60, 500)) {
            Problem problem = TinyProblems.random(seed);
            Session session = new Session(solver, problem, Settings.defaults());
            Session.Answer before = session.solve(List.of());
            if (before.solution().poses().isEmpty()) {
                continue;
            }
            Pose pose = before.solution().poses().get(0);
            int lead = pose.lead(problem.anatomy());
            int part = (int) (seed % problem.anatomy().size());
            if (part == problem.part(lead)) {
                continue;
            }
            MissedJoint joint = new MissedJoint(problem.anatomy().parts().get(part), 1, 2, lead, Micro.of(1));
            Problem grown = joint.addedTo(problem, lead);
            Session again = session.grown(grown);
            if (!problem.anatomy().isMajor(part)) {
                assertThat(again.solve(List.of()).solution().objective())
                        .as(problem.id())
                        .isEqualTo(before.solution().objective());
            }
            List<Pin> pins = List.of(joint.pin(grown));
            OptionalLong optimum = BruteForce.optimumIfFeasible(grown.withPins(pins));
            try {
                Session.Answer answer = again.solve(pins);
                assertThat(optimum).as(problem.id()).hasValue(answer.solution().objective());
                assertThat(answer.solution().status()).isEqualTo(Solution.Status.OPTIMAL);
                held++;
            } catch (PinsException e) {
                assertThat(optimum).as(problem.id()).isEmpty();
                impossible++;
            }
        }
        assertThat(held).isPositive();
        // the lead is there and may stand with every other part
        assertThat(impossible).isZero();
    }

    @Test
    void whoStaysKeepsTheNumber() {
        PersonIds ids = new PersonIds();
        Problem problem = TinyProblems.random(3);
        Session session = new Session(solver, problem, Settings.defaults());
        Session.Answer before = session.solve(List.of());
        assertThat(before.people()).isEqualTo(ids.follow(before.solution().poses()));
        Session grown = session.grown(problem);
        assertThat(grown.solve(List.of()).people()).isEqualTo(before.people());
    }

    @Test
    void whatCannotBeAddedIsNamed() {
        Problem problem = TinyProblems.random(3);
        String part = problem.anatomy().parts().get(problem.part(0));
        assertThatThrownBy(() -> new MissedJoint(part, 0, 0, 0, Micro.of(1)).addedTo(problem, 0))
                .hasMessageContaining("is a " + part + " itself");
        assertThatThrownBy(() -> new MissedJoint(part, 0, 0, -1, Micro.of(1)).addedTo(problem, 0))
                .hasMessageContaining("found detection -1");
        assertThatThrownBy(() -> new MissedJoint(part, 0, 0, 0, 0)).hasMessageContaining("more than 0");
        assertThatThrownBy(() -> new MissedJoint(part, Double.NaN, 0, 1, 1).addedTo(problem, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
