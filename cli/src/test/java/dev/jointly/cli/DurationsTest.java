package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "300s,PT300S",
        "500ms,PT0.5S",
        "2m,PT2M",
        "1h,PT1H",
        "300,PT300S",
        "0,PT0S",
        "1.5m,PT90S",
        "0.25,PT0.25S",
        "1 h,PT1H"
    })
    void peopleWriteThemLikeThis(String text, Duration expected) {
        assertThat(new Durations().convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "-1", "1d", "1e3", "1s2", "five", "1,5s", "+3", "NaN", "Infinity"})
    void othersAreRefused(String text) {
        assertThatThrownBy(() -> new Durations().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("found '" + text + "' but expected a duration such as 300s, 500ms, 2m or 1h");
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999999h", "999999999999"})
    void endlessOnesAreLong(String text) {
        assertThat(new Durations().convert(text)).isGreaterThan(Duration.ofDays(36_500));
    }
}
