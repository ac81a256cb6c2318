package dev.jointly.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.cli.BatchCommand.FileSizes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class FileSizesTest {
    @ParameterizedTest
    @CsvSource({"256m,268435456", "1G,1073741824", "64k,65536", "999999g,1073740750258176"})
    void peopleWriteThemLikeThis(String text, long expected) {
        assertThat(new FileSizes().convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "0m", "-1m", "256", "256 m", "1.5g", "1t", "1000000g"})
    void othersAreRefused(String text) {
        assertThatThrownBy(() -> new FileSizes().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("found '" + text + "' but expected a size such as 256m or 1g");
    }
}
