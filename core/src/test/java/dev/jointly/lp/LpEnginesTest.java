package dev.jointly.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.lp.highs.HighsEngine;
import java.util.List;
import org.junit.jupiter.api.Test;

class LpEnginesTest {
    private record Provider(String name, boolean available) implements LpEngineProvider {
        @Override
        public LpEngine create() {
            if (!available) {
                throw new EngineUnavailableException("no library", new IllegalStateException());
            }
            return new CountingEngine(new HighsEngine());
        }
    }

    @Test
    void theDefaultIsOnTheClassPath() {
        assertThat(LpEngines.onClassPath().create(LpEngines.DEFAULT)).isInstanceOf(HighsEngine.class);
    }

    @Test
    void anUnknownNameListsThoseThatWorkHere() {
        LpEngines engines =
                new LpEngines(List.of(new Provider("a", true), new Provider("absent", false), new Provider("b", true)));
        assertThat(engines.create("b")).isInstanceOf(CountingEngine.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> engines.create("c"))
                .withMessage("found engine 'c' but expected one of a, b");
        assertThatThrownBy(() -> engines.create("absent")).isInstanceOf(EngineUnavailableException.class);
    }

    @Test
    void noTwoMayShareAName() {
        List<LpEngineProvider> twice = List.of(new Provider("a", true), new Provider("a", false));
        assertThatIllegalStateException().isThrownBy(() -> new LpEngines(twice)).withMessageContaining("both named a");
    }
}
