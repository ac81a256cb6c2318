package dev.jointly.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.pose.Pose;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** People keep their numbers while they share detections with who they were. */
class PersonIdsTest {
    private final PersonIds ids = new PersonIds();

    @Test
    void anotherOrderKeepsTheNumbers() {
        assertThat(ids.follow(List.of(pose(0, 1, 2), pose(3, 4, 5)))).containsExactly(0, 1);
        assertThat(ids.follow(List.of(pose(3, 4, 5), pose(0, 1, 2)))).containsExactly(1, 0);
    }

    @Test
    void aJointThatMovesOverTakesNoNumberAlong() {
        ids.follow(List.of(pose(0, 1, 2), pose(3, 4, 5)));
        assertThat(ids.follow(List.of(pose(0, 1), pose(2, 3, 4, 5)))).containsExactly(0, 1);
    }

    @Test
    void theLargerHalfOfAPersonThatIsSplitKeepsTheNumber() {
        ids.follow(List.of(pose(0, 1, 2, 3, 4)));
        assertThat(ids.follow(List.of(pose(0, 1), pose(2, 3, 4)))).containsExactly(1, 0);
    }

    @Test
    void aNumberIsNeverGivenTwice() {
        ids.follow(List.of(pose(0, 1), pose(2, 3)));
        assertThat(ids.follow(List.of(pose(0, 1)))).containsExactly(0);
        assertThat(ids.follow(List.of(pose(0, 1), pose(2, 3)))).containsExactly(0, 2);
    }

    @Test
    void whoIsMissingBeforeTheProofComesBackWithTheSameNumber() {
        ids.follow(List.of(pose(0, 1), pose(2, 3)));
        assertThat(ids.follow(List.of(pose(0, 1)), false)).containsExactly(0);
        assertThat(ids.follow(List.of(pose(0, 1), pose(2, 3)))).containsExactly(0, 1);
    }

    @Test
    void whoIsDividedBeforeTheProofIsTheSameAfterIt() {
        ids.follow(List.of(pose(0, 1), pose(2, 3)));
        assertThat(ids.follow(List.of(pose(0, 2), pose(3, 4), pose(1, 5)), false))
                .containsExactly(0, 1, 2);
        assertThat(ids.follow(List.of(pose(0, 1, 5), pose(2, 3, 4)))).containsExactly(0, 1);
    }

    @Test
    void aCopyKnowsWhoIsGoneToo() {
        ids.follow(List.of(pose(0, 1), pose(2, 3)));
        ids.follow(List.of(pose(0, 1)));
        PersonIds copy = ids.copy();
        assertThat(copy.follow(List.of(pose(0, 1), pose(2, 3)))).containsExactly(0, 2);
        assertThat(ids.follow(List.of(pose(0, 1), pose(4, 5)))).containsExactly(0, 2);
    }

    @Test
    void localDetectionsCount() {
        ids.follow(List.of(pose(0, 1), pose(2, 3, 4)));
        Pose withLocals = new Pose(new TreeMap<>(Map.of(0, 0)), new TreeMap<>(Map.of(0, List.of(2, 3))));
        assertThat(ids.follow(List.of(withLocals))).containsExactly(1);
    }

    /** One detection per part. */
    private static Pose pose(int... detections) {
        TreeMap<Integer, Integer> global = new TreeMap<>();
        for (int part = 0; part < detections.length; part++) {
            global.put(part, detections[part]);
        }
        return new Pose(global, new TreeMap<>());
    }
}
