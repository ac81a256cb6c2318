package dev.jointly.vision.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.evidence.Truth;
import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.evidence.Truth.Person;
import dev.jointly.vision.compare.ComparedFrame.ComparedJoint;
import dev.jointly.vision.compare.ComparedFrame.Gravest;
import dev.jointly.vision.compare.ComparedFrame.PersonPair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Animals with a nose, a back and a tail; the box of one from (x, 0) to (x + 40, 30) has a diagonal of 50. */
class FrameComparisonTest {
    private static final int NOSE = 0;
    private static final int BACK = 1;
    private static final int TAIL = 2;
    private static final FrameComparison WITHIN_ONE_PIXEL = new FrameComparison(1);

    /** Joints x, y of nose, back and tail; NaN for those that are absent. */
    private static Person animal(double... places) {
        List<Joint> joints = new ArrayList<>();
        for (int i = 0; i < places.length; i += 2) {
            joints.add(
                    Double.isNaN(places[i])
                            ? new Joint(0, 0, Mark.ABSENT)
                            : new Joint(places[i], places[i + 1], Mark.VISIBLE));
        }
        return new Person(joints, null, 0, false);
    }

    private static Person at(double x) {
        return animal(x, 0, x + 20, 0, x + 40, 30);
    }

    private static Truth frame(Person... people) {
        return new Truth("f", null, List.of("nose", "back", "tail"), Arrays.asList(people));
    }

    @Test
    void theSamePeopleInAnotherOrderAreTheSame() {
        ComparedFrame found = WITHIN_ONE_PIXEL.compare(frame(at(0), at(100)), frame(at(100.6), at(0)));
        assertThat(found.pairs()).containsExactlyInAnyOrder(new PersonPair(0, 1), new PersonPair(1, 0));
        assertThat(found.count(JointVerdict.SAME)).isEqualTo(6);
        assertThat(found.same()).isTrue();
        assertThat(found.samePeople()).isEqualTo(2);
        assertThat(found.difference()).isZero();
        assertThat(found.gravest()).isEqualTo(Gravest.SAME);
    }

    @Test
    void beyondTheToleranceAJointIsMoved() {
        Person other = animal(0, 0, 20, 1.5, 40, 30);
        ComparedFrame found = WITHIN_ONE_PIXEL.compare(frame(at(0)), frame(other));
        assertThat(found.joints()).contains(new ComparedJoint(BACK, 0, 0, JointVerdict.MOVED));
        assertThat(found.count(JointVerdict.SAME)).isEqualTo(2);
        assertThat(found.gravest()).isEqualTo(Gravest.MOVED);
        assertThat(found.changedPeople()).isEqualTo(1);
        assertThat(new FrameComparison(1.5).compare(frame(at(0)), frame(other)).same())
                .isTrue();
    }

    /** Both tails change their animals: two swapped joints, nothing moved, nothing missing. */
    @Test
    void exchangedTailsAreSwapped() {
        Truth a = frame(at(0), at(100));
        Truth b = frame(animal(0, 0, 20, 0, 140, 30), animal(100, 0, 120, 0, 40, 30));
        ComparedFrame found = WITHIN_ONE_PIXEL.compare(a, b);
        assertThat(found.joints())
                .filteredOn(joint -> joint.verdict() != JointVerdict.SAME)
                .containsExactlyInAnyOrder(
                        new ComparedJoint(TAIL, 0, 1, JointVerdict.SWAPPED),
                        new ComparedJoint(TAIL, 1, 0, JointVerdict.SWAPPED));
        assertThat(found.count(JointVerdict.SAME)).isEqualTo(4);
        assertThat(found.gravest()).isEqualTo(Gravest.SWAPPED);
        assertThat(found.samePeople()).isZero();
        assertThat(found.changedPeople()).isEqualTo(2);
    }

    /** A tail that goes from one animal to another is one swapped joint; the tail that B's first has instead is only in B. */
    @Test
    void aSwappedJointIsCountedOnce() {
        Truth a = frame(at(0), animal(100, 0, 120, 0, Double.NaN, 0));
        Truth b = frame(animal(0, 0, 20, 0, 10, 90), animal(100, 0, 120, 0, 40, 30));
        ComparedFrame found = WITHIN_ONE_PIXEL.compare(a, b);
        assertThat(found.joints())
                .filteredOn(joint -> joint.verdict() != JointVerdict.SAME)
                .containsExactlyInAnyOrder(
                        new ComparedJoint(TAIL, 0, 1, JointVerdict.SWAPPED),
                        new ComparedJoint(TAIL, -1, 0, JointVerdict.ONLY_B));
    }

    @Test
    void whatOneSetDoesNotHaveIsMissing() {
        Person withoutNose = animal(Double.NaN, 0, 20, 0, 40, 30);
        ComparedFrame found = WITHIN_ONE_PIXEL.compare(frame(at(0)), frame(withoutNose, at(500)));
        assertThat(found.joints())
                .filteredOn(joint -> joint.verdict() != JointVerdict.SAME)
                .containsExactlyInAnyOrder(
                        new ComparedJoint(NOSE, 0, -1, JointVerdict.ONLY_A),
                        new ComparedJoint(NOSE, -1, 1, JointVerdict.ONLY_B),
                        new ComparedJoint(BACK, -1, 1, JointVerdict.ONLY_B),
                        new ComparedJoint(TAIL, -1, 1, JointVerdict.ONLY_B));
        assertThat(found.peopleOnlyA()).isZero();
        assertThat(found.peopleOnlyB()).isEqualTo(1);
        assertThat(found.difference()).isEqualTo(4);
        assertThat(found.gravest()).isEqualTo(Gravest.MISSING);
    }

    /** One animal in A is two in B: what the second half has is with somebody else. */
    @Test
    void aSplitAnimalIsSwappedJointsAndSomebodyOnlyInOne() {
        Truth b = frame(animal(0, 0, 20, 0, Double.NaN, 0), animal(Double.NaN, 0, Double.NaN, 0, 40, 30));
        ComparedFrame found = WITHIN_ONE_PIXEL.compare(frame(at(0)), b);
        assertThat(found.pairs()).containsExactly(new PersonPair(0, 0));
        assertThat(found.joints()).contains(new ComparedJoint(TAIL, 0, 1, JointVerdict.SWAPPED));
        assertThat(found.peopleOnlyB()).isEqualTo(1);
        assertThat(found.difference()).isEqualTo(1);
    }

    /** Half a body size is 25 pixels: 24 to the side is the same animal, moved; 26 is somebody else. */
    @Test
    void whoIsFarAwayIsSomebodyElse() {
        ComparedFrame near = WITHIN_ONE_PIXEL.compare(frame(at(0)), frame(at(24)));
        assertThat(near.pairs()).hasSize(1);
        assertThat(near.count(JointVerdict.MOVED)).isEqualTo(3);
        ComparedFrame far = WITHIN_ONE_PIXEL.compare(frame(at(0)), frame(at(26)));
        assertThat(far.pairs()).isEmpty();
        assertThat(far.count(JointVerdict.ONLY_A)).isEqualTo(3);
        assertThat(far.count(JointVerdict.ONLY_B)).isEqualTo(3);
    }

    /** One joint in the same place outweighs any nearness: A's first has the nose of the one, but is nearer to the other. */
    @Test
    void jointsInTheSamePlaceComeFirst() {
        Truth a = frame(animal(0, 0, 20, 0, 40, 30));
        Truth b = frame(animal(2, 0, 22, 0, 42, 30), animal(0, 0, 30, 10, 50, 40));
        assertThat(WITHIN_ONE_PIXEL.compare(a, b).pairs()).containsExactly(new PersonPair(0, 1));
    }

    @Test
    void nobodyIsLikeNobody() {
        assertThat(WITHIN_ONE_PIXEL.compare(frame(), frame()).same()).isTrue();
        ComparedFrame found = WITHIN_ONE_PIXEL.compare(frame(), frame(at(0)));
        assertThat(found.gravest()).isEqualTo(Gravest.MISSING);
        assertThat(found.count(JointVerdict.ONLY_B)).isEqualTo(3);
    }

    @Test
    void otherPartsAndTolerancesAreRefused() {
        Truth other = new Truth("f", null, List.of("nose"), List.of());
        assertThatThrownBy(() -> WITHIN_ONE_PIXEL.compare(frame(), other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[nose]");
        assertThatThrownBy(() -> new FrameComparison(-1)).hasMessageContaining("tolerance -1.0");
    }
}
