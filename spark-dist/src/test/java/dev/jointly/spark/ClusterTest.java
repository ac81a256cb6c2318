package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.generate.Crowding;
import dev.jointly.problem.Micro;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.example.data.Group;
import org.jspecify.annotations.Nullable;
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
    private static final List<String> QUICK = List.of(Cluster.QUICK_EXECUTORS);
    private static final List<Process> WORKERS = new ArrayList<>();

    @TempDir
    static Path dir = Path.of("");

    private static Path input = Path.of("");
    private static @Nullable Cluster shared;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc to find executors");
        assertThat(Cluster.DISTRIBUTION.resolve("jointly-spark.jar")).exists();
        shared = new Cluster(Path.of("target", "cluster").toAbsolutePath());
        WORKERS.add(cluster().startWorker());
        WORKERS.add(cluster().startWorker());
        input = Made.write(dir.resolve("problems.ndjson"), Made.problems(PROBLEMS, PEOPLE, Crowding.CROWDED));
    }

    @AfterAll
    static void stop() {
        if (shared != null) {
            shared.close();
        }
    }

    private static Cluster cluster() {
        return Objects.requireNonNull(shared, "started before all tests");
    }

    private static void waitForParts(int parts, Output out, Process job) throws InterruptedException {
        Cluster.waitUntil("a few parts", () -> out.committed("frames").size() >= parts || !job.isAlive());
        assertThat(job.isAlive()).as("still at work").isTrue();
    }

    @Test
    void everyIdExactlyOnceThoughAnExecutorIsKilledAndAWorkerStopped() throws IOException, InterruptedException {
        Output out = new Output(dir.resolve("killed"));
        Process job = cluster().submit("killed", Cluster.DRIVER, QUICK, input, out);
        waitForParts(3, out, job);
        assertThat(Cluster.executors(WORKERS.get(0)).get(0).destroyForcibly()).isTrue();
        waitForParts(6, out, job);
        WORKERS.remove(1).destroy();
        cluster().requireExit(job, "killed", 0);
        WORKERS.add(cluster().startWorker());
        assertThat(out.has("_SUCCESS")).isTrue();

        Map<String, Long> objectives = out.objectives();
        assertThat(objectives).hasSize(PROBLEMS).isEqualTo(Made.objectives(input));
        System.out.printf(
                "killed: %d ids once each, objectives as in a plain run; %d tasks lost%n",
                PROBLEMS, cluster().log("killed").split("Lost task ", -1).length - 1);
        Map<String, Long> costs = new TreeMap<>();
        for (Group person : out.rows("people")) {
            costs.merge(person.getString("frame", 0), Micro.of(person.getDouble("cost", 0)), Long::sum);
        }
        objectives.keySet().forEach(id -> costs.putIfAbsent(id, 0L));
        assertThat(costs).as("people of a frame cost what the frame does").isEqualTo(objectives);
    }

    @Test
    void aRerunAfterTheDriverDiedDoesOnlyWhatIsMissing() throws IOException, InterruptedException {
        Output out = new Output(dir.resolve("driver"));
        Process first = cluster().submit("driver-first", Cluster.DRIVER, QUICK, input, out);
        waitForParts(4, out, first);
        assertThat(first.destroyForcibly().waitFor()).isNotZero();
        for (Process worker : WORKERS) {
            Cluster.waitUntil(
                    "its executors to end", () -> Cluster.executors(worker).isEmpty());
        }
        int partsBefore = out.committed("frames").size();
        int framesBefore = out.rows(out.committed("frames")).size();
        assertThat(framesBefore).isBetween(1, PROBLEMS - 1);

        cluster().run("driver-again", Cluster.DRIVER, QUICK, 0, input, out);
        assertThat(out.objectives()).hasSize(PROBLEMS);
        System.out.printf("driver killed after %d of %d problems were committed%n", framesBefore, PROBLEMS);
        // the last object of the summary is of this run alone
        assertThat(out.text("summary.json").replaceFirst(".*\"thisRun\"", ""))
                .contains("\"frames\":" + (PROBLEMS - framesBefore))
                .contains("\"parts\":" + (out.parts("frames").size() - partsBefore) + ",");
    }

    @Test
    void poisonedRecordsBecomeRowsAndTheOneThatKillsIsQuarantined() throws IOException, InterruptedException {
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
        Path poisoned = Files.write(dir.resolve("poisoned.ndjson"), lines, UTF_8);
        Output out = new Output(dir.resolve("poisoned"));
        List<String> conf = List.of(
                Cluster.QUICK_EXECUTORS,
                "spark.executor.extraJavaOptions=-D" + Faults.SEGFAULT + "=" + killer + " -XX:-CreateCoredumpOnCrash");
        cluster().run("poisoned", Cluster.DRIVER, conf, 1, poisoned, out);

        List<Group> rows = out.rows("frames");
        assertThat(rows.stream().map(row -> row.getString("id", 0)))
                .hasSize(PROBLEMS)
                .doesNotHaveDuplicates();
        List<Group> errors = rows.stream()
                .filter(row -> row.getString("status", 0).equals("error"))
                .toList();
        assertThat(errors.stream().map(row -> row.getString("id", 0))).containsExactlyInAnyOrderElementsOf(bad);
        assertThat(errors.stream().map(row -> row.getString("error", 0))).noneMatch(String::isBlank);
        assertThat(out.idsWhere("quarantined")).containsExactly(killer);
        assertThat(out.figure("quarantined")).isEqualTo(1);
        assertThat(out.figure("failed")).isEqualTo(POISONED);
        System.out.printf("invalid: %d error rows of %d, quarantined %s%n", POISONED, PROBLEMS, killer);
    }

    @Test
    void sparkTakesLittleMoreProcessorTimeThanTheBareLoop() throws IOException, InterruptedException {
        assumeTrue(PROBLEMS >= 2000, "takes 2,000 problems or more to warm up: -Djointly.cluster.problems=4000");
        Output out = new Output(dir.resolve("throughput"));
        cluster().run("throughput", Cluster.DRIVER, List.of(), 0, input, out);
        double batch = out.figure("processorSeconds") / PROBLEMS;
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        assertThat(Made.objectives(input)).hasSize(PROBLEMS);
        double bare = (threads.getCurrentThreadCpuTime() - start) / 1e9 / PROBLEMS;
        System.out.printf(
                "processor time per problem: %.3f ms bare, %.3f ms in the batch: %.1f %%; %.0f bytes per frame%n",
                1e3 * bare, 1e3 * batch, 100 * bare / batch, out.figure("bytes") / PROBLEMS);
        assertThat(bare / batch).isGreaterThan(0.9);
    }

    @Test
    void theDriverNeedsNoMoreMemoryForTenTimesTheInput() throws IOException, InterruptedException {
        assumeTrue(PROBLEMS >= 2000, "takes 2,000 problems or more to mean anything: -Djointly.cluster.problems=2000");
        List<String> lines = Files.readAllLines(input).subList(0, PROBLEMS / 10);
        double small = driverPeak("tenth", Files.write(dir.resolve("tenth.ndjson"), lines, UTF_8));
        double large = driverPeak("whole", input);
        System.out.printf(
                "driver, live objects at most: %.0f MB for %d problems, %.0f MB for %d%n",
                small, PROBLEMS / 10, large, PROBLEMS);
        assertThat(large).isLessThan(small + 32);
    }

    private static double driverPeak(String name, Path problems) throws IOException, InterruptedException {
        Path log = dir.resolve(name + ".gc");
        cluster().run(name, Cluster.watched(log), QUICK, 0, problems, new Output(dir.resolve(name)));
        return Cluster.peak(log);
    }
}
