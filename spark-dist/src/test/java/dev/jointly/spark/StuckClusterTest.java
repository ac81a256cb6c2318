package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.generate.Crowding;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    void theExecutorLivesOn() throws IOException, InterruptedException, URISyntaxException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "as the other tests of clusters");
        Path engine = Path.of(StuckEngine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Problem> problems = new ArrayList<>(Made.problems(20, 2, Crowding.CROWDED));
        problems.set(3, StuckEngine.hopeless("p3"));
        StringBuilder lines = new StringBuilder();
        for (Problem problem : problems) {
            lines.append(Made.line(problem));
        }
        Path input = Files.writeString(dir.resolve("problems.ndjson"), lines);
        Path logs = Files.createDirectories(dir.resolve("logs"));
        Output out = new Output(dir.resolve("out"));
        try (Cluster cluster = new Cluster(logs)) {
            Process worker = cluster.startWorker();
            Process job = cluster.submit(
                    "stuck",
                    Cluster.quick(
                            "-Xmx512m",
                            "-D" + Faults.ENGINE + "=" + StuckEngine.NAME,
                            // together with twice the time limit: 10 s
                            "-D" + Faults.PATIENCE + "=-110"),
                    List.of("spark.jars=" + engine, Cluster.QUICK_EXECUTORS),
                    List.of(
                            input.toString(),
                            "-o",
                            out.folder().toString(),
                            "--time-limit",
                            "60",
                            "--first-pass",
                            "60"));
            assertThat(job.waitFor()).as(cluster.log("stuck")).isEqualTo(1);
            assertThat(worker.isAlive()).isTrue();
        }
        List<Group> rows = out.rows("frames");
        assertThat(rows.stream().map(row -> row.getString("id", 0)))
                .containsExactlyInAnyOrderElementsOf(
                        problems.stream().map(Problem::id).toList());
        assertThat(rows.stream().filter(row -> row.getBoolean("quarantined", 0)).map(row -> row.getString("id", 0)))
                .containsExactly("p3");
        assertThat(rows.stream().filter(row -> row.getString("status", 0).equals("optimal")))
                .hasSize(19);
        assertThat(out.figure("givenUp")).isGreaterThanOrEqualTo(2);
        try (Stream<Path> apps = Files.list(logs.resolve("worker-0"));
                Stream<Path> executors = Files.list(apps.findFirst().orElseThrow())) {
            assertThat(executors.map(folder -> folder.getFileName().toString()))
                    .as("folders of executors: the first was never replaced")
                    .containsExactly("0");
        }
    }
}
