package dev.jointly.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MicroTest {
    @ParameterizedTest
    @CsvSource({
        "1.25, 1250000",
        "-2.59, -2590000",
        "0.0000004, 0",
        "0.0000006, 1",
        "-0.0000006, -1",
        "1e9, 1000000000000000",
        "-0.0, 0"
    })
    void quantises(double cost, long micro) {
        assertThat(Micro.of(cost)).isEqualTo(micro);
    }

    /** Halves that a double holds exactly: 1/128 = 7812.5 and 3/128 = 23437.5 micro-units. */
    @Test
    void tiesGoToEven() {
        assertThat(Micro.of(1.0 / 128)).isEqualTo(7812);
        assertThat(Micro.of(3.0 / 128)).isEqualTo(23438);
        assertThat(Micro.of(-1.0 / 128)).isEqualTo(-7812);
    }

    @Test
    void sixDecimalsSurvive() {
        Random random = new Random(4);
        for (int i = 0; i < 10_000; i++) {
            long micro = random.nextInt();
            assertThat(Micro.of(Micro.toDouble(micro))).isEqualTo(micro);
            assertThat(Micro.of(Double.parseDouble(Micro.toString(micro)))).isEqualTo(micro);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-109870980, -109.87098",
        "0, 0.0",
        "1, 0.000001",
        "-1, -0.000001",
        "6000000, 6.0",
        "120000000, 120.0",
        "9223372036854775807, 9223372036854.775807"
    })
    void spells(long micro, String text) {
        assertThat(Micro.toString(micro)).isEqualTo(text);
        assertThat(Micro.decimal(micro).toPlainString()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1.1e9, -1.1e9})
    void refuses(double cost) {
        assertThatThrownBy(() -> Micro.of(cost))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cost " + cost + " must be a finite number of magnitude at most 1.0E9");
    }
}
