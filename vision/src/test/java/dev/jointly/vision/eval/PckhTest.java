package dev.jointly.vision.eval;

import static dev.jointly.vision.eval.Cast.found;
import static dev.jointly.vision.eval.Cast.person;
import static dev.jointly.vision.eval.Cast.scene;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.List;
import org.junit.jupiter.api.Test;

/** People are 100 large, so half a head is 15 pixels. */
class PckhTest {
    @Test
    void perfectIsOneAndNothingIsZero() {
        assertThat(Pckh.meanAp(List.of(Cast.perfect(3), Cast.perfect(2)))).isEqualTo(1);
        assertThat(Pckh.meanAp(List.of(scene(List.of(person(0)))))).isZero();
    }

    @Test
    void halfAHeadIsTheLimit() {
        assertThat(Pckh.meanAp(List.of(scene(List.of(person(0)), found(15, 1)))))
                .isEqualTo(1);
        assertThat(Pckh.meanAp(List.of(scene(List.of(person(0)), found(15.1, 1)))))
                .isZero();
    }

    @Test
    void isTheMeanOverParts() {
        Found headOnly = new Found(new double[] {0, Double.NaN}, new double[] {0, Double.NaN}, 1);
        assertThat(Pckh.meanAp(List.of(scene(List.of(person(0)), headOnly)))).isEqualTo(0.5);
    }

    @Test
    void aWrongOneAboveHalvesThePrecision() {
        // the higher-ranked one matches nobody: precision 1/2 where the only person is found
        assertThat(Pckh.meanAp(List.of(scene(List.of(person(0)), found(900, 0.9), found(0, 0.1)))))
                .isCloseTo(0.5, within(1e-12));
    }

    @Test
    void crowdsNeedNotBeFound() {
        assertThat(Pckh.meanAp(List.of(scene(List.of(person(0), person(300, 10_000, true)), found(0, 1)))))
                .isEqualTo(1);
    }
}
