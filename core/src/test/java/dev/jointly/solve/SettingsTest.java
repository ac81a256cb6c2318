package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.option.SolveOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Settings are range-checked and read; {@link SolveOptionsTest} does the same for the options among them. */
class SettingsTest {
    @Test
    void refusalsNameTheValueAndTheRange() {
        assertThatThrownBy(() -> Settings.defaults().withGap(-0.1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("gap is -0.1 but must be from 0 to below 1");
        assertThatThrownBy(() -> Settings.defaults().withThreads(0)).hasMessageContaining("threads is 0");
        assertThatThrownBy(() -> Settings.defaults().withTimeLimit(Duration.ofSeconds(-1)))
                .hasMessageContaining("timeLimit is PT-1S");
    }

    @Test
    void timeLimitAndGapAreRead() {
        Solver solver = new Solver(new HighsEngine());
        Problem problem = Generator.generate("p", 4, Crowding.ADVERSARIAL, 5, 8);
        Settings settings =
                Settings.defaults().withOptions(Settings.defaults().options().with(SolveOption.BUNDLE_STEPS, 0));
        assertThat(solver.solve(problem, settings.withTimeLimit(Duration.ZERO)).iterations())
                .isZero();
        assertThat(solver.solve(problem, settings.withGap(0.9)).iterations())
                .isLessThan(solver.solve(problem, settings).iterations());
    }
}
