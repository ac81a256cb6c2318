package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.vision.eval.EvaluatedImage.Found;
import java.util.List;
import org.junit.jupiter.api.Test;

class OksTest {
    @Test
    void isTheMeanOfWhatEachMarkedJointIsWorth() {
        Found shifted = new Found(new double[] {10, 0}, new double[] {0, 100}, 1);
        assertThat(Cast.OKS.similarity(Cast.person(0), shifted)).isCloseTo((Math.exp(-0.5) + 1) / 2, within(1e-12));
    }

    @Test
    void aJointNotFoundIsWorthNothing() {
        Found half = new Found(new double[] {0, Double.NaN}, new double[] {0, Double.NaN}, 1);
        assertThat(Cast.OKS.similarity(Cast.person(0), half)).isEqualTo(0.5);
    }

    @Test
    void aLargerPersonForgivesMore() {
        // four times the area: the same ten pixels are a quarter of the exponent
        assertThat(Cast.OKS.similarity(Cast.person(0, 40_000, false), Cast.found(10, 1)))
                .isCloseTo(Math.exp(-0.125), within(1e-12));
    }

    @Test
    void withoutMarksTheTripledBoxIsNear() {
        assertThat(Cast.OKS.similarity(Cast.unmarked(0), Cast.found(149, 1))).isEqualTo(1);
        assertThat(Cast.OKS.similarity(Cast.unmarked(0), Cast.found(160, 1))).isCloseTo(Math.exp(-0.5), within(1e-12));
    }

    @Test
    void knowsCocosPartsByAnySpelling() {
        // the nose's sigma is 0.026: at distance 2 sigma sqrt(area) it is worth exp(-1/2)
        Oks oks = Oks.of(List.of("nose", "r-hip"));
        double unit = 100;
        Found off = new Found(new double[] {0.052 * unit, 0.214 * unit}, new double[] {0, 100}, 1);
        assertThat(oks.similarity(Cast.person(0), off)).isCloseTo(Math.exp(-0.5), within(1e-12));
    }
}
