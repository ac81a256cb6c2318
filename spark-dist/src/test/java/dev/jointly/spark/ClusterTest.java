package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.problem.Micro;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a batch promises, on a master and two workers that are processes of their own. {@code -Djointly.cluster.problems}
 * sets the number of problems and {@code -Djointly.cluster.people} their size; dev/batches.md has the figures for 20,000.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
@Tag("slow")
class ClusterTest {
    private static final int PROBLEMS = Integer.getInteger("jointly.cluster.problems", 240);
    private static final int PEOPLE = Integer.getInteger("jointly.cluster.people", 4);
    private static final int POISONED = PROBLEMS / 20;
    private static final List<String> DRIVER = Cluster.quick("-Xmx512m");

    @TempDir
    static Path dir = Path.of("");

    private static Path input = Path.of("");
    private static final List<Process> WORKERS = new ArrayList<>();
    private static @org.jspecify.annotations.Nullable Cluster shared;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc to find executors");
        assertThat(Cluster.DISTRIBUTION.resolve("jointly-spark.jar")).exists();
        shared = new Cluster(
                Files.createDirectories(Path.of("target", "cluster")).toAbsolutePath());
        WORKERS.add(cluster().startWorker());
        WORKERS.add(cluster().startWorker());
        input = dir.resolve("problems.ndjson");
        ClusterInput.write(input, PROBLEMS, PEOPLE);
    }

    @AfterAll
    static void stop() {
        if (shared != null) {
            shared.close();
        }
    }

    private static Cluster cluster() {
        return java.util.Objects.requireNonNull(shared, "started before all tests");
    }

    private static void requireSuccess(Process process, String name, int code) throws InterruptedException {
        process.waitFor();
        assertThat(process.exitValue()).as(cluster().log(name)).isEqualTo(code);
    }

    @Test
    void everyIdExactlyOnceThoughAnExecutorIsKilledAndAWorkerStopped() throws IOException, InterruptedException {
        Output out = new Output(dir.resolve("killed"));
        Process job = cluster()
                .submit(
                        "killed",
                        DRIVER,
                        List.of(Cluster.QUICK_EXECUTORS),
                        List.of(input.toString(), "-o", out.folder().toString()));
        Cluster.waitUntil("a few parts", () -> out.committed("frames").size() >= 3 || !job.isAlive());
        ProcessHandle executor = Cluster.executors(WORKERS.get(0)).get(0);
        assertThat(executor.destroyForcibly()).isTrue();
        Cluster.waitUntil("a few more parts", () -> out.committed("frames").size() >= 6 || !job.isAlive());
        assertThat(job.isAlive()).as("still at work when the worker is stopped").isTrue();
        WORKERS.remove(1).destroy();
        requireSuccess(job, "killed", 0);
        WORKERS.add(cluster().startWorker());
        assertThat(out.folder().resolve("_SUCCESS")).exists();

        Map<String, Long> objectives = ClusterInput.objectives(out);
        assertThat(objectives).hasSize(PROBLEMS);
        assertThat(objectives).isEqualTo(new ClusterInput(input).objectives());
        System.out.printf(
                "killed: %d ids once each, objectives as in a plain run; %d tasks lost%n",
                PROBLEMS, cluster().log("killed").split("Lost task ", -1).length - 1);
        Map<String, Long> costs = new HashMap<>();
        for (Group row : out.rows("people")) {
            costs.merge(row.getString("frame", 0), Micro.of(row.getDouble("cost", 0)), Long::sum);
        }
        objectives.values().removeIf(objective -> objective == 0);
        assertThat(costs).as("people of a frame cost what the frame does").isEqualTo(objectives);
    }

    @Test
    void aRerunAfterTheDriverDiedDoesOnlyWhatIsMissing() throws IOException, InterruptedException {
        Output out = new Output(dir.resolve("driver"));
        List<String> words = List.of(input.toString(), "-o", out.folder().toString());
        Process first = cluster().submit("driver-first", DRIVER, List.of(Cluster.QUICK_EXECUTORS), words);
        Cluster.waitUntil("a few parts", () -> out.committed("frames").size() >= 4 || !first.isAlive());
        assertThat(first.destroyForcibly().waitFor()).isNotZero();
        for (Process worker : WORKERS) {
            Cluster.waitUntil(
                    "its executors to end", () -> Cluster.executors(worker).isEmpty());
        }
        int partsBefore = out.committed("frames").size();
        int framesBefore = Output.rows(out.committed("frames")).size();
        assertThat(framesBefore).isBetween(1, PROBLEMS - 1);

        List<String> again = List.of(Cluster.QUICK_EXECUTORS);
        requireSuccess(cluster().submit("driver-again", DRIVER, again, words), "driver-again", 0);
        assertThat(out.rows("frames").stream().map(row -> row.getString("id", 0)))
                .hasSize(PROBLEMS)
                .doesNotHaveDuplicates();
        System.out.printf("driver killed after %d of %d problems were committed%n", framesBefore, PROBLEMS);
        // the last object of the summary is of this run alone
        String run = out.summary().replaceFirst(".*\"thisRun\"", "");
        assertThat(run).contains("\"frames\":" + (PROBLEMS - framesBefore));
        assertThat(run).contains("\"parts\":" + (out.parts("frames").size() - partsBefore) + ",");
    }

    @Test
    void poisonedRecordsBecomeRowsAndTheOneThatKillsIsQuarantined() throws IOException, InterruptedException {
        Path poisoned = dir.resolve("poisoned.ndjson");
        Set<String> bad = new TreeSet<>();
        String killer = "";
        List<String> lines = Files.readAllLines(input);
        for (int i = 0; i < POISONED; i++) {
            int at = i * 20 + 7;
            String line = lines.get(at);
            bad.add("p" + at);
            if (i == POISONED / 2) {
                killer = "p" + at;
            } else {
                lines.set(
                        at,
                        switch (i % 4) {
                            case 0 -> line.substring(0, line.length() / 2);
                            case 1 -> line.replaceFirst("\"poseCost\":[-0-9.]+", "\"poseCost\":\"dear\"");
                            case 2 -> line.replaceFirst("\"part\":\"[a-z]+\"", "\"part\":\"tail\"");
                            default -> line.replaceFirst("}$", ",\"pins\":[{\"use\":0},{\"skip\":0}]}");
                        });
            }
        }
        Files.write(poisoned, lines, UTF_8);
        Output out = new Output(dir.resolve("poisoned"));
        Process job = cluster()
                .submit(
                        "poisoned",
                        DRIVER,
                        List.of(
                                Cluster.QUICK_EXECUTORS,
                                "spark.executor.extraJavaOptions=-D" + Faults.SEGFAULT + "=" + killer
                                        + " -XX:-CreateCoredumpOnCrash"),
                        List.of(poisoned.toString(), "-o", out.folder().toString()));
        requireSuccess(job, "poisoned", 1);

        List<Group> rows = out.rows("frames");
        assertThat(rows.stream().map(row -> row.getString("id", 0)))
                .hasSize(PROBLEMS)
                .doesNotHaveDuplicates();
        List<Group> errors = rows.stream()
                .filter(row -> row.getString("status", 0).equals("error"))
                .toList();
        assertThat(errors).hasSize(POISONED);
        assertThat(errors.stream().map(row -> row.getString("id", 0))).containsExactlyInAnyOrderElementsOf(bad);
        assertThat(errors.stream().map(row -> row.getString("error", 0))).noneMatch(String::isBlank);
        assertThat(rows.stream().filter(row -> row.getBoolean("quarantined", 0)).map(row -> row.getString("id", 0)))
                .containsExactly(killer);
        assertThat(out.figure("quarantined")).isEqualTo(1);
        assertThat(out.figure("failed")).isEqualTo(POISONED);
        System.out.printf("invalid: %d error rows of %d, quarantined %s%n", POISONED, PROBLEMS, killer);
    }

    @Test
    void sparkTakesLittleMoreProcessorTimeThanTheBareLoop() throws IOException, InterruptedException {
        assumeTrue(PROBLEMS >= 2000, "takes 2,000 problems or more to warm up: -Djointly.cluster.problems=4000");
        Output out = new Output(dir.resolve("throughput"));
        List<String> words = List.of(input.toString(), "-o", out.folder().toString());
        requireSuccess(cluster().submit("throughput", DRIVER, List.of(), words), "throughput", 0);
        double batch = out.figure("processorSeconds") / PROBLEMS;
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        assertThat(new ClusterInput(input).objectives()).hasSize(PROBLEMS);
        double bare = (threads.getCurrentThreadCpuTime() - start) / 1e9 / PROBLEMS;
        System.out.printf(
                "processor time per problem: %.3f ms bare, %.3f ms in the batch: %.1f %%; %.0f bytes per frame%n",
                1e3 * bare, 1e3 * batch, 100 * bare / batch, out.figure("bytes") / PROBLEMS);
        assertThat(bare / batch).isGreaterThan(0.9);
    }

    @Test
    void theDriverNeedsNoMoreMemoryForTenTimesTheInput() throws IOException, InterruptedException {
        assumeTrue(PROBLEMS >= 2000, "takes 2,000 problems or more to mean anything: -Djointly.cluster.problems=2000");
        Path tenth = dir.resolve("tenth.ndjson");
        Files.write(tenth, Files.readAllLines(input).subList(0, PROBLEMS / 10), UTF_8);
        double small = driverPeak("tenth", tenth);
        double large = driverPeak("whole", input);
        System.out.printf(
                "driver, live objects at most: %.0f MB for %d problems, %.0f MB for %d%n",
                small, PROBLEMS / 10, large, PROBLEMS);
        assertThat(large).isLessThan(small + 32);
    }

    /**
     * Megabytes of live objects in the driver, at most: what full collections leave, of which there is one per second.
     */
    private static double driverPeak(String name, Path problems) throws IOException, InterruptedException {
        Path log = dir.resolve(name + ".gc");
        Output out = new Output(dir.resolve(name));
        Process job = cluster()
                .submit(
                        name,
                        List.of(
                                "-Xmx512m",
                                "-XX:+UseG1GC",
                                "-XX:G1PeriodicGCInterval=1000",
                                "-XX:-G1PeriodicGCInvokesConcurrent",
                                "-Xlog:gc:file=" + log),
                        List.of(Cluster.QUICK_EXECUTORS),
                        List.of(problems.toString(), "-o", out.folder().toString()));
        requireSuccess(job, name, 0);
        Matcher after = Pattern.compile("Pause Full[^\n]*->([0-9]+)M\\(").matcher(Files.readString(log));
        double peak = 0;
        while (after.find()) {
            peak = Math.max(peak, Double.parseDouble(after.group(1)));
        }
        assertThat(peak).as("full collections in " + log).isPositive();
        return peak;
    }
}
