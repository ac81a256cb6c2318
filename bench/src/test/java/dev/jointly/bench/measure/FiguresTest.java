package dev.jointly.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.bench.measure.Figures.PowerLaw;
import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void mediansAndQuantiles() {
        assertThat(Figures.median(3, 1, 2)).isEqualTo(2);
        assertThat(Figures.median(4, 1, 2, 3)).isEqualTo(2.5);
        assertThat(Figures.quantile(0.9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)).isEqualTo(9);
        assertThat(Figures.quantile(0.99, 1, 2, 3)).isEqualTo(3);
        assertThat(Figures.quantile(0, 1, 2, 3)).isEqualTo(1);
    }

    @Test
    void aPowerLawIsFoundAgain() {
        PowerLaw law = PowerLaw.through(new double[] {10, 100, 1000}, new double[] {0.2, 2, 20});
        assertThat(law.exponent()).isCloseTo(1, within(1e-12));
        assertThat(law.factor()).isCloseTo(0.02, within(1e-12));
        assertThat(law.spread()).isCloseTo(0, within(1e-6));
        // by hand: logs 0, 1, 2 against 0, 1, 5 have slope 2.5, and residuals 0.5, -1, 0.5
        PowerLaw rough = PowerLaw.through(new double[] {1, Math.E, Math.exp(2)}, new double[] {1, Math.E, Math.exp(5)});
        assertThat(rough.exponent()).isCloseTo(2.5, within(1e-12));
        assertThat(rough.spread()).isCloseTo(Math.sqrt(1.5 / 2), within(1e-12));
    }
}
