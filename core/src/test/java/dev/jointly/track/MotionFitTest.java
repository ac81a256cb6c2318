package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.pose.Person;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MotionFitTest {
    /** A person 30 pixels wide and 40 high, so 50 in size. */
    private static Person person(double x, double y) {
        return Person.of(Map.of(0, new Person.Joint(x, y, 1), 1, new Person.Joint(x + 30, y + 40, 1)));
    }

    private static double motion(List<ClipFrame> frames) {
        return MotionFit.fitted(LinkSettings.DEFAULT, new Clip(frames)).motion();
    }

    @Test
    void everybodyMovesByATenthOfABodySize() {
        List<ClipFrame> frames = new ArrayList<>();
        for (int f = 0; f < 20; f++) {
            frames.add(new ClipFrame(f, List.of(person(5 * f, 0), person(200, 5 * f))));
        }
        assertThat(motion(frames)).isCloseTo(0.1 / Math.sqrt(2), within(1e-12));
    }

    /** Drawn from the distribution of the model, by the inverse of its share of joints within r. */
    @Test
    void theMotionOfTheModelIsFoundAgain() {
        for (double motion : new double[] {0.02, 0.1, 0.3}) {
            Random random = new Random(7);
            List<ClipFrame> frames = new ArrayList<>();
            double x = 0;
            double y = 0;
            for (int f = 0; f < 2000; f++) {
                double share = random.nextDouble();
                double r = 50 * motion * Math.sqrt(2 * share / (1 - share));
                double direction = random.nextDouble() * 2 * Math.PI;
                x += r * Math.cos(direction);
                y += r * Math.sin(direction);
                frames.add(new ClipFrame(f, List.of(person(x, y))));
            }
            // links that are too long are none, so the fit is a little too small for great motions
            assertThat(motion(frames)).isCloseTo(motion, within(0.15 * motion));
        }
    }

    @Test
    void whereNothingIsSaidTheSettingsStay() {
        ClipFrame first = new ClipFrame(0, List.of(person(0, 0)));
        ClipFrame later = new ClipFrame(5, List.of(person(0, 0)));
        assertThat(motion(List.of())).isEqualTo(LinkSettings.DEFAULT.motion());
        assertThat(motion(List.of(first, later))).isEqualTo(LinkSettings.DEFAULT.motion());
    }

    @Test
    void whatDoesNotMoveHasTheLeastMotion() {
        ClipFrame first = new ClipFrame(0, List.of(person(0, 0)));
        ClipFrame next = new ClipFrame(1, List.of(person(0, 0)));
        assertThat(motion(List.of(first, next))).isEqualTo(0.002);
    }
}
