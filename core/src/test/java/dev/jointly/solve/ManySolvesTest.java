package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * 20,000 solves in one JVM leave the resident memory flat. Runs in a process of its own whose Java heap is small and
 * resident from the start, so that what grows is native memory.
 */
class ManySolvesTest {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int SOLVES = 20_000;
    private static final int WARM_UP = 6_000;
    /** One leaked model in a hundred solves would take more. */
    private static final long ALLOWED_KILOBYTES = 24 * 1024;

    @Test
    void residentMemoryIsFlatAfterWarmUp() throws IOException {
        assumeTrue(Files.exists(STATUS), "needs " + STATUS + " to read the resident memory");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xms160m",
                        "-Xmx160m",
                        "-XX:+AlwaysPreTouch",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManySolvesTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        System.out.println("resident memory: " + said);
        assertThat(said).matches("-?\\d+ kB .*");
        assertThat(Long.parseLong(said.substring(0, said.indexOf(' ')))).isLessThan(ALLOWED_KILOBYTES);
    }

    public static void main(String[] arguments) throws IOException {
        List<Problem> problems = new ArrayList<>();
        for (long seed = 1; seed <= 20; seed++) {
            problems.add(Generator.generate("p" + seed, 1 + (int) (seed % 2), Crowding.CROWDED, seed, 6));
        }
        Solver solver = new Solver(new HighsEngine());
        long before = 0;
        long start = System.nanoTime();
        for (int i = 0; i < SOLVES; i++) {
            if (i == WARM_UP) {
                before = residentKilobytes();
            }
            Method method = i % 2 == 0 ? Method.BCG : Method.PCG;
            solver.solve(
                    problems.get(i / 2 % problems.size()), Settings.defaults().withMethod(method));
        }
        System.out.printf(
                "%d kB more after %d solves than after %d, %.0f us a solve%n",
                residentKilobytes() - before, SOLVES, WARM_UP, (System.nanoTime() - start) * 1e-3 / SOLVES);
    }

    private static long residentKilobytes() throws IOException {
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
