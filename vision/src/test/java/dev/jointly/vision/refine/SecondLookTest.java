package dev.jointly.vision.refine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.pose.Pose;
import dev.jointly.problem.Detection;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemDigest;
import dev.jointly.vision.net.SinglePose;
import dev.jointly.vision.net.SinglePose.Joint;
import dev.jointly.vision.refine.SecondLook.Rule;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** With a network that says what the test wants. */
class SecondLookTest {
    private static final BufferedImage PHOTO = new BufferedImage(400, 300, BufferedImage.TYPE_3BYTE_BGR);
    private static final Anatomy BODY = Anatomy.of(
            "body",
            List.of("neck", "nose", "left_hip", "right_knee"),
            List.of("neck"),
            List.of(List.of("neck", "nose"), List.of("neck", "left_hip"), List.of("left_hip", "right_knee")));

    /** A person who is 100 pixels tall, a duplicate of the nose, and a nose of nobody. */
    private static final Problem PROBLEM = new Problem(
            "photo",
            null,
            BODY,
            1_000_000,
            List.of(
                    new Detection(0, 100.0, 110.0, 0.9, -5),
                    new Detection(1, 100.0, 100.0, 0.8, -4),
                    new Detection(2, 110.0, 150.0, 0.7, -3),
                    new Detection(3, 110.0, 200.0, 0.6, -2),
                    new Detection(1, 101.0, 101.0, 0.5, -1),
                    new Detection(1, 300.0, 100.0, 0.5, -1)),
            new PairCosts.Builder().build(6, false),
            List.of());

    private static final Pose PERSON =
            new Pose(new TreeMap<>(Map.of(0, 0, 1, 1, 2, 2, 3, 3)), new TreeMap<>(Map.of(1, List.of(4))));

    private final List<Joint> seen = new ArrayList<>(Collections.nCopies(SinglePose.PARTS.size(), new Joint(0, 0, 0)));

    private void sees(String part, double x, double y, double score) {
        seen.set(SinglePose.PARTS.indexOf(part), new Joint(x, y, score));
    }

    private Problem moved(Rule rule) {
        return new SecondLook((photo, square) -> seen, rule).moved(PHOTO, PROBLEM, List.of(PERSON));
    }

    @Test
    void aConfidentNearJointIsMoved() {
        sees("nose", 104, 103, 0.5);
        sees("l-hip", 112, 149, 0.4);
        Problem moved = moved(new Rule(0.5, 0.1));
        assertThat(moved.detections().get(1)).isEqualTo(new Detection(1, 104.0, 103.0, 0.8, -4));
        // not confident enough
        assertThat(moved.detections().get(2)).isEqualTo(PROBLEM.detections().get(2));
    }

    @Test
    void nearIsRelativeToThePerson() {
        sees("nose", 106, 108, 0.9);
        sees("r-knee", 116.1, 208, 0.9);
        Problem moved = moved(new Rule(0.5, 0.1));
        // 10 pixels of a person of 100 are near, a little more is not
        assertThat(moved.detections().get(1).x()).isEqualTo(106);
        assertThat(moved.detections().get(3)).isEqualTo(PROBLEM.detections().get(3));
        assertThat(moved(new Rule(0.5, 0.11)).detections().get(3).x()).isEqualTo(116.1);
    }

    @Test
    void onlyJointsOfPeopleAreMovedAndTheProofStays() {
        SinglePose.PARTS.forEach(part -> sees(part, 100, 150, 1));
        Problem moved = moved(new Rule(0, 100));
        for (int same : new int[] {0, 4, 5}) {
            assertThat(moved.detections().get(same))
                    .isEqualTo(PROBLEM.detections().get(same));
        }
        for (int other : new int[] {1, 2, 3}) {
            assertThat(moved.detections().get(other).y()).isEqualTo(150);
        }
        assertThat(ProblemDigest.sha256(moved)).isEqualTo(ProblemDigest.sha256(PROBLEM));
        assertThat(PERSON.cost(moved)).isEqualTo(PERSON.cost(PROBLEM));
    }

    @Test
    void nobodyIsLookedAtWithoutAKnownJoint() {
        Pose neck = new Pose(new TreeMap<>(Map.of(0, 0)), new TreeMap<>());
        SecondLook look = new SecondLook(
                (photo, square) -> {
                    throw new AssertionError("nothing to look at");
                },
                Rule.CHOSEN);
        assertThat(look.moved(PHOTO, PROBLEM, List.of(neck))).isEqualTo(PROBLEM);
        assertThat(SecondLook.knows(List.of("snout", "tail"))).isFalse();
        assertThat(SecondLook.knows(BODY.parts())).isTrue();
    }

    @Test
    void rulesHaveRanges() {
        assertThatThrownBy(() -> new Rule(1.5, 0.1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Rule(0.5, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
