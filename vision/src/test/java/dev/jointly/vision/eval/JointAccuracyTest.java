package dev.jointly.vision.eval;

import static dev.jointly.vision.eval.Cast.found;
import static dev.jointly.vision.eval.Cast.person;
import static dev.jointly.vision.eval.Cast.scene;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.vision.eval.EvaluatedImage.Found;
import dev.jointly.vision.eval.JointAccuracy.Count;
import java.util.List;
import org.junit.jupiter.api.Test;

/** People are 100 large (the root of their area), so a tolerance of 0.1 is 10 pixels. */
class JointAccuracyTest {
    @Test
    void perfectIsOneAndNothingIsZero() {
        Count perfect = JointAccuracy.judge(Cast.perfect(4), 0.1);
        assertThat(perfect).isEqualTo(new Count(8, 8, 8));
        assertThat(perfect.accuracy()).isEqualTo(1);
        Count nothing = JointAccuracy.judge(scene(List.of(person(0))), 0.1);
        assertThat(nothing.accuracy()).isZero();
        assertThat(nothing.f1()).isZero();
    }

    @Test
    void swappedFeetAreWrong() {
        Found one = new Found(new double[] {0, 300}, new double[] {0, 100}, 1);
        Found other = new Found(new double[] {300, 0}, new double[] {0, 100}, 1);
        Count count = JointAccuracy.judge(scene(List.of(person(0), person(300)), one, other), 0.1);
        assertThat(count).isEqualTo(new Count(4, 4, 2));
    }

    @Test
    void aPersonInTwoPiecesIsRightInOne() {
        Found head = new Found(new double[] {0, Double.NaN}, new double[] {0, Double.NaN}, 1);
        Found foot = new Found(new double[] {Double.NaN, 0}, new double[] {Double.NaN, 100}, 1);
        Count count = JointAccuracy.judge(scene(List.of(person(0)), head, foot), 0.1);
        assertThat(count).isEqualTo(new Count(2, 2, 1));
        assertThat(count.accuracy()).isEqualTo(0.5);
    }

    @Test
    void theToleranceIsInBodySizes() {
        assertThat(JointAccuracy.judge(scene(List.of(person(0)), found(10, 1)), 0.1)
                        .right())
                .isEqualTo(2);
        assertThat(JointAccuracy.judge(scene(List.of(person(0)), found(10.1, 1)), 0.1)
                        .right())
                .isZero();
    }

    @Test
    void matchingIsForAllTogether() {
        // the first could take either person; only one choice leaves the second a match
        Found between = new Found(new double[] {8, 8}, new double[] {0, 100}, 1);
        Found left = new Found(new double[] {-2, -2}, new double[] {0, 100}, 0.5);
        Count count = JointAccuracy.judge(scene(List.of(person(0), person(16)), between, left), 0.1);
        assertThat(count.right()).isEqualTo(4);
    }
}
