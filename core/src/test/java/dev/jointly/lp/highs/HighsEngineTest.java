package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpEngineContract;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HighsEngineTest extends LpEngineContract {
    private static final LpEngine ENGINE = new HighsEngine();

    @Override
    protected LpEngine engine() {
        return ENGINE;
    }

    @Test
    void namesItsVersion() {
        assertThat(ENGINE.name()).matches("HiGHS \\d+\\.\\d+\\.\\d+");
    }

    @Test
    void aModelHiGhsRefusesStaysRefused() {
        try (LpModel model = ENGINE.newModel()) {
            int x = model.addColumn(1, 0, 1, new int[0], new double[0]);
            model.addRow(0, 1, new int[] {x, x}, new double[] {1, 1});
            assertThatIllegalStateException()
                    .isThrownBy(() -> model.solve(Simplex.DUAL, Deadline.after(Duration.ofMinutes(1))))
                    .withMessageContaining("refused addRows");
            assertThatIllegalStateException()
                    .isThrownBy(() -> model.solve(Simplex.DUAL, Deadline.after(Duration.ofMinutes(1))))
                    .withMessageContaining("create a new one");
        }
    }

    @Test
    void saysWhatItRefuses() {
        try (LpModel model = ENGINE.newModel()) {
            model.addColumn(1, 0, 1, new int[0], new double[0]);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addColumn(1, 0, 1, new int[] {0}, new double[] {1}))
                    .withMessageContaining("row 0 does not exist");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addRow(0, 1, new int[] {1}, new double[] {1}))
                    .withMessageContaining("column 1 does not exist");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addRow(0, 1, new int[] {0}, new double[0]))
                    .withMessageContaining("1 indices but 0 values");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addRow(0, 1, new int[] {0}, new double[] {Double.NaN}))
                    .withMessageContaining("NaN");
        }
    }
}
