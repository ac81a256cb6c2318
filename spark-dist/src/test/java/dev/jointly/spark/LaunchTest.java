package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code jointly batch} of the checkout, as a person would type it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
@Tag("slow")
class LaunchTest {
    private static final int PROBLEMS = 30;

    @TempDir
    Path dir;

    /** On one machine a segmentation fault takes everything with it: the command starts again, once, and finds the record. */
    @Test
    void itFindsSparkAndOutlivesARecordThatKills() throws IOException, InterruptedException {
        Path program =
                Path.of("..", "cli", "target", "jointly.jar").toAbsolutePath().normalize();
        assertThat(program).exists();
        Path input = Made.write(dir.resolve("problems.ndjson"), Made.problems(PROBLEMS, 2, Crowding.CROWDED));
        Output out = new Output(dir.resolve("out"));
        Path log = dir.resolve("log");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar"));
        command.addAll(List.of(program.toString(), "batch", input.toString(), "-o", out.folder()));
        command.addAll(List.of("--master", "local[2]", "--driver-memory", "512m", "--conf", "spark.ui.enabled=false"));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().remove("SPARK_HOME");
        builder.environment().remove("JOINTLY_SPARK");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("JOINTLY_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -D" + Faults.SEGFAULT + "=p17");
        int code = builder.start().waitFor();
        String said = Files.readString(log);
        assertThat(code).as(said).isEqualTo(1);
        assertThat(said)
                .contains("a record crashed the process")
                .contains(PROBLEMS + " frames, ", "1 failed (1 quarantined)")
                .doesNotContain("incubator", "SLF4J");
        assertThat(out.rows("frames")).hasSize(PROBLEMS);
        assertThat(out.idsWhere("quarantined")).containsExactly("p17");
    }
}
