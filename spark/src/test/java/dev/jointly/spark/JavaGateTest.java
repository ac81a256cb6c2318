package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaGateTest {
    @ParameterizedTest
    @ValueSource(strings = {"25", "25.0.1+8", "25.0.2+10-LTS"})
    void javaThatCorruptsPinnedArraysIsRefused(String version) {
        assertThatThrownBy(() -> JavaGate.check(Runtime.Version.parse(version)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll(version, "25.0.3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17.0.15+6", "21.0.1", "25.0.3+9-LTS", "25.0.3", "25.1", "26"})
    void otherJavaIsNot(String version) {
        assertThatCode(() -> JavaGate.check(Runtime.Version.parse(version))).doesNotThrowAnyException();
    }
}
