package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.generate.Crowding;
import dev.jointly.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** An executor of a cluster, with an engine that does not return from one of its problems. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
@Tag("slow")
class StuckClusterTest {
    @TempDir
    Path dir;

    @Test
    void theExecutorLivesOn() throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "as the other tests of clusters");
        Path engine = Path.of(StuckEngine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Problem> problems = new ArrayList<>(Made.problems(20, 2, Crowding.CROWDED));
        problems.set(3, StuckEngine.hopeless("p3"));
        Map<String, Long> expected = Made.objectives(problems);
        expected.remove("p3");
        Path input = Made.write(dir.resolve("problems.ndjson"), problems);
        Output out = new Output(dir.resolve("out"));
        try (Cluster cluster = new Cluster(dir.resolve("logs"))) {
            Process worker = cluster.startWorker();
            // together with twice the time limit: 10 s
            List<String> driver = Cluster.quick(
                    "-Xmx512m", "-D" + Faults.ENGINE + "=" + StuckEngine.NAME, "-D" + Faults.PATIENCE + "=-110");
            List<String> conf = List.of("spark.jars=" + engine, Cluster.QUICK_EXECUTORS);
            Process job = cluster.submit("stuck", driver, conf, input, out, "--time-limit", "60", "--first-pass", "60");
            cluster.requireExit(job, "stuck", 1);
            assertThat(worker.isAlive()).isTrue();
        }
        assertThat(out.idsWhere("quarantined")).containsExactly("p3");
        List<Group> rows = out.rows("frames");
        assertThat(rows).hasSize(20);
        rows.removeIf(row -> row.getBoolean("quarantined", 0));
        assertThat(Output.objectives(rows)).isEqualTo(expected);
        assertThat(out.figure("givenUp")).isGreaterThanOrEqualTo(2);
        try (Stream<Path> apps = Files.list(dir.resolve("logs/worker-0"));
                Stream<Path> executors = Files.list(apps.findFirst().orElseThrow())) {
            assertThat(executors.map(folder -> folder.getFileName().toString()))
                    .as("folders of executors: the first was never replaced")
                    .containsExactly("0");
        }
    }
}
