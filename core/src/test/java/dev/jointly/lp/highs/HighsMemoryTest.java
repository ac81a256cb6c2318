package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs in a process whose Java heap is small and resident from the start, so that what grows is native memory. */
final class HighsMemoryTest {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int WARM_UP = 5_000;
    private static final int MODELS = 20_000;
    /** An empty model is tens of kilobytes: this is what leaking one in fifty would take. */
    private static final long ALLOWED_KILOBYTES = 16 * 1024;

    @Test
    void closedModelsGiveTheirMemoryBack() throws IOException {
        assumeTrue(Files.exists(STATUS), "needs " + STATUS + " to read the resident memory");
        Process process = EngineProbe.start(
                Map.of(), HighsMemoryTest.class, "-Xms48m", "-Xmx48m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC");
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(said).matches("-?\\d+ kB .*");
        System.out.println("resident memory: " + said);
        assertThat(Long.parseLong(said.substring(0, said.indexOf(' ')))).isLessThan(ALLOWED_KILOBYTES);
    }

    public static void main(String[] arguments) throws IOException {
        LpEngine engine = new HighsEngine();
        Deadline deadline = Deadline.after(Duration.ofMinutes(5));
        long before = 0;
        long start = 0;
        for (int i = 0; i < MODELS; i++) {
            if (i == WARM_UP) {
                before = residentKilobytes();
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
                residentKilobytes() - before, MODELS, WARM_UP, (System.nanoTime() - start) * 1e-3 / (MODELS - WARM_UP));
    }

    private static long residentKilobytes() throws IOException {
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
