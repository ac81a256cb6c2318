package dev.jointly.bench.annotator;

import static dev.jointly.bench.annotator.TrueOwners.NOBODY;
import static dev.jointly.bench.annotator.TrueOwners.UNKNOWN;
import static dev.jointly.bench.annotator.TwoArms.ELBOW;
import static dev.jointly.bench.annotator.TwoArms.NECK;
import static dev.jointly.bench.annotator.TwoArms.WRIST;
import static dev.jointly.bench.annotator.TwoArms.owners;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.bench.annotator.Repair.First;
import dev.jointly.bench.annotator.Repair.Habits;
import dev.jointly.bench.annotator.Repair.Outcome;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The simulated annotators, on problems whose clicks can be counted by hand. */
class RepairTest {
    private static final Habits EXACT = new Habits(true, false);

    private final Solver solver = new Solver(new HighsEngine());

    private Repair repair(Problem problem, TrueOwners owners, Unmatched unmatched) {
        return new Repair(solver, problem, Target.of(problem, owners, unmatched), Settings.defaults());
    }

    @Test
    void swappedWristsAreOneClick() {
        Repair repair = repair(TwoArms.swappedWrists(), owners(2, 0, 0, 0, 1, 1, 1), Unmatched.EVERYWHERE);
        assertThat(repair.first()).as("both wrists are wrong, each is a click").isEqualTo(new First(2, 2, 2, 2, 2));
        Outcome doubt = repair.byNextDoubt(EXACT);
        assertThat(doubt.right()).isTrue();
        assertThat(doubt.clicks()).as("the other wrist follows").isEqualTo(1);
        assertThat(doubt.doubtfulClicks()).as("to swap both back costs 1 more").isEqualTo(1);
        assertThat(doubt.looks()).isEqualTo(1);
        assertThat(doubt.pins()).containsExactly(new Pin.Together(2, 0));
        assertThat(repair.inAnyOrder(1).clicks()).isEqualTo(1);
    }

    @Test
    void whatIsRightTakesNoClick() {
        Repair repair = repair(TwoArms.swappedWrists(), owners(2, 0, 0, 1, 1, 1, 0), Unmatched.EVERYWHERE);
        assertThat(repair.first()).isEqualTo(new First(2, 0, 0, 0, 0));
        assertThat(repair.byNextDoubt(EXACT).clicks()).isZero();
        assertThat(repair.byNextDoubt(EXACT).looks()).isZero();
        assertThat(repair.inAnyOrder(1).right()).isTrue();
    }

    /** The person costs 9 and gains 5: nobody is found. One detection asked for brings the others, which pay for themselves. */
    @Test
    void aMissedPersonIsOneClick() {
        Problem problem = new TwoArms()
                .detection(NECK, 1)
                .detection(ELBOW, -1)
                .detection(WRIST, -1)
                .pair(0, 1, -2)
                .pair(1, 2, -2)
                .pair(0, 2, 0)
                .problem(9);
        Repair repair = repair(problem, owners(1, 0, 0, 0), Unmatched.EVERYWHERE);
        assertThat(repair.first()).isEqualTo(new First(0, 0, 3, 3, 3));
        Outcome doubt = repair.byNextDoubt(EXACT);
        assertThat(doubt.right()).isTrue();
        assertThat(doubt.pins()).containsExactly(new Pin.Use(0));
        assertThat(doubt.doubtfulClicks())
                .as("what is not there is not in doubt")
                .isZero();
        assertThat(doubt.looks()).isEqualTo(1);
    }

    /** The elbow is the more doubtful one and right; the wrist is nobody's, and its pin comes with one for the elbow. */
    @Test
    void confirmedJointsArePinnedWithoutAClick() {
        Problem problem = new TwoArms()
                .detection(NECK, -5)
                .detection(ELBOW, 0)
                .detection(WRIST, 0)
                .pair(0, 1, -1)
                .pair(0, 2, -2)
                .pair(1, 2, 0)
                .problem(1);
        Repair repair = repair(problem, owners(1, 0, 0, NOBODY), Unmatched.LABELLED);
        assertThat(repair.byNextDoubt(EXACT).pins()).containsExactly(new Pin.Skip(2));
        Outcome confirming = repair.byNextDoubt(new Habits(true, true));
        assertThat(confirming.pins()).containsExactly(new Pin.Together(1, 0), new Pin.Skip(2));
        assertThat(confirming.clicks()).isEqualTo(1);
        assertThat(confirming.looks()).isEqualTo(2);
    }

    /** Wrists 2 and 3 are nobody's, 2 being the better one: without it the solver takes 3. */
    @Test
    void whatSolvingAgainBreaksIsCounted() {
        Problem problem = new TwoArms()
                .detection(NECK, -5)
                .detection(ELBOW, -5)
                .detection(WRIST, -2)
                .detection(WRIST, -1)
                .pair(0, 1, -5)
                .pair(0, 2, 0)
                .pair(0, 3, 0)
                .pair(1, 2, 0)
                .pair(1, 3, 0)
                .problem(1);
        Repair repair = repair(problem, owners(1, 0, 0, NOBODY, NOBODY), Unmatched.LABELLED);
        assertThat(repair.first()).isEqualTo(new First(1, 1, 0, 1, 1));
        Outcome doubt = repair.byNextDoubt(EXACT);
        assertThat(doubt.pins()).containsExactly(new Pin.Skip(2), new Pin.Skip(3));
        assertThat(doubt.clicks()).isEqualTo(2);
        assertThat(doubt.laterClicks()).isEqualTo(1);
    }

    /** Two people whom the solver takes for one, as two necks may be duplicates: taken apart, each has an elbow. */
    @Test
    void twoPeopleInOnePoseAreTakenApartAtTheLead() {
        Problem problem = new TwoArms()
                .detection(NECK, -4)
                .detection(ELBOW, -1)
                .detection(NECK, -3)
                .detection(WRIST, -3)
                .pair(0, 1, -2)
                .pair(0, 2, -2)
                .pair(0, 3, -1)
                .pair(1, 3, 0)
                .pair(2, 3, 0)
                .problem(2);
        Repair repair = repair(problem, owners(2, 0, 0, 1, 1), Unmatched.EVERYWHERE);
        assertThat(repair.first())
                .as("the wrist is drawn, the second neck is not")
                .isEqualTo(new First(1, 1, 2, 2, 3));
        Outcome doubt = repair.byNextDoubt(EXACT);
        assertThat(doubt.right()).isTrue();
        assertThat(doubt.pins()).first().isEqualTo(new Pin.Apart(2, 0));
    }

    /** Wrist 2 is nobody's and wrist 3 nobody knows whose; both are taken, being cheap, one by each person. */
    @Test
    void detectionsOfNobodyAreWrongWhereTheRuleSaysSo() {
        Problem problem = new TwoArms()
                .detection(NECK, -5)
                .detection(NECK, -5)
                .detection(WRIST, -5)
                .detection(WRIST, -5)
                .pair(0, 2, -1)
                .pair(1, 3, -1)
                .problem(1);
        TrueOwners inLabelled = owners(2, 0, 1, NOBODY, UNKNOWN);
        assertThat(repair(problem, inLabelled, Unmatched.LABELLED)
                        .byNextDoubt(EXACT)
                        .pins())
                .containsExactly(new Pin.Skip(2));
        assertThat(repair(problem, inLabelled, Unmatched.LEFT)
                        .byNextDoubt(EXACT)
                        .clicks())
                .isZero();
        TrueOwners unlabelled = owners(1, NOBODY, 0, NOBODY, UNKNOWN);
        assertThat(repair(problem, unlabelled, Unmatched.LABELLED).first()).isEqualTo(new First(2, 0, 0, 0, 0));
        Repair everywhere = repair(problem, unlabelled, Unmatched.EVERYWHERE);
        assertThat(everywhere.first()).isEqualTo(new First(2, 2, 0, 2, 2));
        assertThat(everywhere.byNextDoubt(EXACT).right()).isTrue();
    }

    /**
     * One person with two necks: 0 is the cheaper one, but the elbow is better with 1. The wrist may be together with neck 0
     * only, and the two necks are not duplicates: dragging the wrist onto neck 1 must be refused.
     */
    @Test
    void aPinThatCannotHoldIsUndoneAndCounted() {
        Problem problem = new TwoArms()
                .detection(NECK, -3)
                .detection(NECK, -2)
                .detection(ELBOW, -2)
                .detection(WRIST, 1)
                .pair(0, 2, 0)
                .pair(1, 2, -9)
                .pair(2, 3, 0)
                .pair(0, 3, 0)
                .problem(5);
        Repair repair = repair(problem, owners(1, 0, 0, 0, 0), Unmatched.EVERYWHERE);
        assertThat(repair.first()).isEqualTo(new First(1, 0, 1, 1, 1));
        Outcome doubt = repair.byNextDoubt(EXACT);
        assertThat(doubt.right()).isFalse();
        assertThat(doubt.refused()).isEqualTo(1);
        assertThat(doubt.clicks()).as("the pin and its undoing").isEqualTo(2);
        assertThat(doubt.pins()).isEmpty();
    }

    /** A crowd where two people trade joints, and some detections are nobody's. */
    @Test
    void theSameAnnotatorDoesTheSameAgain() {
        Problem problem = Generator.generate("crowd", 3, Crowding.EASY, 3);
        List<Pose> poses = solver.solve(problem, Settings.defaults()).poses();
        List<Integer> owner = new ArrayList<>(Collections.nCopies(problem.size(), NOBODY));
        for (int i = 0; i < poses.size(); i++) {
            int person = i;
            poses.get(i).detections().forEach(d -> owner.set(d, person));
        }
        for (int part : List.of(4, 7, 10)) {
            Integer one = poses.get(0).global().get(part);
            Integer other = poses.get(1).global().get(part);
            if (one != null && other != null) {
                Collections.swap(owner, one, other);
            } else if (one != null) {
                owner.set(one, NOBODY);
            }
        }
        TrueOwners owners = new TrueOwners(poses.size(), owner);
        Repair repair = repair(problem, owners, Unmatched.EVERYWHERE);
        assertThat(repair.first().byHand()).as("there is something to repair").isPositive();
        Outcome doubt = repair.byNextDoubt(new Habits(false, false));
        assertThat(repair(problem, owners, Unmatched.EVERYWHERE).byNextDoubt(new Habits(false, false)))
                .isEqualTo(doubt);
        assertThat(repair.inAnyOrder(7)).isEqualTo(repair.inAnyOrder(7));
        assertThat(doubt.right()).isTrue();
        // the pins alone, without what the session knew, lead to the same people
        List<Pose> pinned = solver.solve(problem.withPins(doubt.pins()), Settings.defaults())
                .poses();
        assertThat(new Judgement(problem, Target.of(problem, owners, Unmatched.EVERYWHERE), pinned).right())
                .isTrue();
    }
}
