package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.HardPrograms;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.oracle.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** 20,000 models made, solved and closed leave the resident memory flat. */
@Tag("slow")
final class HighsMemoryTest {
    private static final int WARM_UP = 5_000;
    private static final int MODELS = 20_000;
    /** An empty model is tens of kilobytes: this is what leaking one in fifty would take. */
    private static final long ALLOWED_KILOBYTES = 16 * 1024;

    @Test
    void closedModelsGiveTheirMemoryBack() throws IOException {
        assertThat(ChildJvm.growthInKilobytes(HighsMemoryTest.class, 48)).isLessThan(ALLOWED_KILOBYTES);
    }

    public static void main(String[] arguments) throws IOException {
        LpEngine engine = new HighsEngine();
        Deadline deadline = Deadline.after(Duration.ofMinutes(5));
        long before = 0;
        long start = 0;
        for (int i = 0; i < MODELS; i++) {
            if (i == WARM_UP) {
                before = ChildJvm.residentKilobytes();
                start = System.nanoTime();
            }
            try (LpModel model = engine.newModel()) {
                HardPrograms.packing(model, 8, 12, i);
                if (!model.solve(Simplex.PRIMAL, deadline).optimal()) {
                    throw new IllegalStateException("seed " + i + " not solved");
                }
            }
        }
        System.out.printf(
                "%d kB more after %d models than after %d, %.0f us each%n",
                ChildJvm.residentKilobytes() - before,
                MODELS,
                WARM_UP,
                (System.nanoTime() - start) * 1e-3 / (MODELS - WARM_UP));
    }
}
