package dev.jointly.bench.annotator;

import static dev.jointly.bench.annotator.TrueOwners.NOBODY;
import static dev.jointly.bench.annotator.TwoArms.ELBOW;
import static dev.jointly.bench.annotator.TwoArms.NECK;
import static dev.jointly.bench.annotator.TwoArms.WRIST;
import static dev.jointly.bench.annotator.TwoArms.owners;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.bench.annotator.Mistake.Misplaced;
import dev.jointly.bench.annotator.Mistake.Missing;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Problem;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is wrong with poses given by hand, and what can be wanted at all. */
class JudgementTest {
    private static Pose pose(Problem problem, int... detections) {
        TreeMap<Integer, Integer> global = new TreeMap<>();
        Arrays.stream(detections).forEach(d -> global.put(problem.part(d), d));
        return new Pose(global, new TreeMap<>());
    }

    private static Judgement judged(Problem problem, TrueOwners owners, Pose... poses) {
        return new Judgement(problem, Target.of(problem, owners, Unmatched.LABELLED), List.of(poses));
    }

    @Test
    void aSplitPersonIsPutTogetherJointByJoint() {
        Problem problem = TwoArms.swappedWrists();
        // neck 3 is nobody's: elbow 1 and wrist 2 belong to neck 0
        TrueOwners owners = owners(1, 0, 0, 0, NOBODY, NOBODY, NOBODY);
        Judgement split = judged(problem, owners, pose(problem, 0, 1), pose(problem, 3, 2));
        assertThat(split.misplaced()).containsExactly(new Misplaced(2, 1));
        assertThat(split.missing()).containsExactly(new Missing(0, WRIST));
        assertThat(split.byHand()).as("one drag is enough").isEqualTo(1);
        assertThat(split.pointByPoint()).as("removed here, placed there").isEqualTo(2);
        assertThat(split.anchor(0)).hasValue(0);
        assertThat(split.anchor(1)).as("nobody's").isEmpty();
    }

    @Test
    void whatIsDraggedInTakesTheOthersPlace() {
        Problem problem = TwoArms.swappedWrists();
        TrueOwners owners = owners(1, 0, 0, 0, NOBODY, NOBODY, NOBODY);
        Judgement replaced = judged(problem, owners, pose(problem, 0, 1, 5));
        assertThat(replaced.misplaced()).containsExactly(new Misplaced(5, 0));
        assertThat(replaced.missing()).containsExactly(new Missing(0, WRIST));
        assertThat(replaced.byHand()).isEqualTo(1);
        assertThat(replaced.pointByPoint()).as("one point, moved").isEqualTo(1);
        Judgement added = judged(problem, owners, pose(problem, 0, 4));
        assertThat(added.misplaced()).containsExactly(new Misplaced(4, 0));
        assertThat(added.byHand())
                .as("elbow in place of the other, and the wrist")
                .isEqualTo(2);
    }

    @Test
    void aDuplicateIsAsGood() {
        Problem problem = TwoArms.swappedWrists();
        // wrists 2 and 5 are detections of one joint
        TrueOwners owners = owners(1, 0, 0, 0, NOBODY, NOBODY, 0);
        assertThat(judged(problem, owners, pose(problem, 0, 1, 5)).right()).isTrue();
        Pose both =
                new Pose(new TreeMap<>(Map.of(NECK, 0, ELBOW, 1, WRIST, 5)), new TreeMap<>(Map.of(WRIST, List.of(2))));
        assertThat(judged(problem, owners, both).right()).isTrue();
        Judgement twice = judged(problem, owners, pose(problem, 0, 1, 5), pose(problem, 3, 2));
        assertThat(twice.missing()).isEmpty();
        assertThat(twice.misplaced()).as("the second one is too much").containsExactly(new Misplaced(2, 1));
        assertThat(twice.byHand()).isEqualTo(1);
    }

    @Test
    void onlyWhatCanBeAPersonIsWanted() {
        Problem problem = new TwoArms()
                .detection(NECK, 0)
                .detection(ELBOW, 0)
                .detection(WRIST, 0)
                .detection(WRIST, -1)
                .detection(ELBOW, 0)
                .pair(0, 1, 0)
                .pair(1, 2, 0)
                .pair(0, 2, 0)
                .problem(1);
        // wrist 3 is the cheaper one, but forbidden with neck 0; person 1 has but an elbow
        Target target = Target.of(problem, owners(2, 0, 0, 0, 0, 1), Unmatched.LEFT);
        assertThat(target.people().get(0)).containsExactlyInAnyOrderEntriesOf(Map.of(NECK, 0, ELBOW, 1, WRIST, 2));
        assertThat(target.people().get(1)).isEmpty();
        assertThat(target.groupable()).isEqualTo(3);
        assertThat(target.withoutMajor()).isEqualTo(1);
        assertThat(target.forbidden()).isZero();
        Target without = Target.of(problem, owners(2, 0, 0, NOBODY, 0, 1), Unmatched.LEFT);
        assertThat(without.forbidden())
                .as("now the wrist has no other detection")
                .isEqualTo(1);
        assertThat(without.groupable()).isEqualTo(2);
    }
}
