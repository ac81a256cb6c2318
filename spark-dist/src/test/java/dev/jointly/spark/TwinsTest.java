package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.generate.Crowding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
 * Two attempts at one piece, two drivers at one output: on a master and two workers. An executor is paused by SIGSTOP right before it
 * puts a commit, and goes on when the test lets it.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
@Tag("slow")
class TwinsTest {
    private static final String PIECE = "part-000001";
    private static final String ONE_CORE = "spark.cores.max=1";
    private static final List<Process> WORKERS = new ArrayList<>();

    @TempDir
    static Path dir = Path.of("");

    private static Path input = Path.of("");
    private static Map<String, Long> expected = Map.of();
    private static @Nullable Cluster shared;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc to see that a process is stopped");
        shared = new Cluster(Path.of("target", "twins").toAbsolutePath());
        WORKERS.add(cluster().startWorker("127.0.0.1"));
        WORKERS.add(cluster().startWorker("127.0.0.2"));
        input = Made.write(dir.resolve("problems.ndjson"), Made.problems(80, 2, Crowding.CROWDED));
        expected = Made.objectives(input);
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

    /** A batch one of whose executors stops before it puts the commit of a piece. */
    private static Process stopping(String name, String... conf) throws IOException {
        List<String> all = new ArrayList<>(List.of(conf));
        all.add("spark.executor.extraJavaOptions=-D" + Faults.STOP + "=" + Faults.State.FILES_COMPLETE + ":" + PIECE
                + " -D" + Faults.STOPPED + "=" + mark(name));
        return submit(name, name, all.toArray(String[]::new));
    }

    private static Process submit(String name, String out, String... conf) throws IOException {
        List<String> all = new ArrayList<>(List.of(conf));
        all.addAll(List.of(Cluster.QUICK_EXECUTORS, "spark.sql.files.maxPartitionBytes=32k"));
        return cluster().submit(name, Cluster.DRIVER, all, input, output(out));
    }

    private static Output output(String name) {
        return new Output(dir.resolve(name));
    }

    private static Path mark(String name) {
        return dir.resolve(name + ".stopped");
    }

    /** The executor that has stopped. */
    private static ProcessHandle stopped(String name, Process job) throws IOException, InterruptedException {
        Cluster.waitUntil("an executor to stop", () -> isStopped(name) || !job.isAlive());
        assertThat(job.isAlive()).as(cluster().log(name)).isTrue();
        return ProcessHandle.of(Long.parseLong(Files.readString(mark(name)))).orElseThrow();
    }

    private static boolean isStopped(String name) {
        try {
            return Files.exists(mark(name)) && PausedProcess.isStopped(Long.parseLong(Files.readString(mark(name))));
        } catch (IOException | NumberFormatException e) {
            // its number is not complete yet
            return false;
        }
    }

    /** Each id once, in the files that count, with the objective of a plain loop. */
    private static void requireComplete(String name) throws IOException {
        Output out = output(name);
        assertThat(out.has("_SUCCESS")).isTrue();
        assertThat(out.manifest("frames")).hasSameElementsAs(out.committed("frames"));
        assertThat(Output.objectives(out.rows(out.manifest("frames")))).isEqualTo(expected);
    }

    private static String commit(String out) throws IOException {
        return output(out).text("_job/commits/" + PIECE);
    }

    @Test
    void aSpeculativeTwinWinsAndTheFirstAttemptComesTooLate() throws IOException, InterruptedException {
        Process job = stopping(
                "speculation",
                "spark.speculation=true",
                "spark.speculation.interval=100ms",
                "spark.speculation.quantile=0.1",
                "spark.speculation.multiplier=1.1");
        ProcessHandle first = stopped("speculation", job);
        String complete = output("speculation").names("frames").stream()
                .filter(name -> name.startsWith(PIECE))
                .findFirst()
                .orElseThrow();
        Path commit = dir.resolve("speculation/_job/commits").resolve(PIECE);
        Cluster.waitUntil("the twin to commit", () -> Files.exists(commit) || !job.isAlive());
        PausedProcess.resume(first.pid());
        cluster().requireExit(job, "speculation", 0);
        requireComplete("speculation");
        assertThat(complete)
                .as("the first attempt, complete before the twin")
                .doesNotContain(commit("speculation").split(" ", -1)[2]);
    }

    @Test
    void anExecutorThatOutlivesItsDriverChangesNothing() throws IOException, InterruptedException {
        Process job = stopping("zombie");
        ProcessHandle zombie = stopped("zombie", job);
        // its worker dies as well, or would end it
        Process worker = WORKERS.stream()
                .filter(any -> Cluster.executors(any).contains(zombie))
                .findFirst()
                .orElseThrow();
        WORKERS.remove(worker);
        assertThat(worker.destroyForcibly().waitFor()).isNotZero();
        assertThat(job.destroyForcibly().waitFor()).isNotZero();
        WORKERS.add(cluster().startWorker("127.0.0.2"));
        cluster().requireExit(submit("zombie-again", "zombie"), "zombie-again", 0);
        requireComplete("zombie");
        String commit = commit("zombie");
        assertThat(zombie.isAlive()).isTrue();
        PausedProcess.resume(zombie.pid());
        Cluster.waitUntil("the zombie to end", () -> !zombie.isAlive());
        assertThat(commit("zombie")).isEqualTo(commit);
        requireComplete("zombie");
    }

    /** The first has an executor that is paused with complete files; the second does everything that is left. */
    @Test
    void aSecondDriverWastesWorkAndHarmsNothing() throws IOException, InterruptedException {
        Process job = stopping("one", ONE_CORE);
        ProcessHandle executor = stopped("one", job);
        cluster().requireExit(submit("two", "one", ONE_CORE), "two", 0);
        requireComplete("one");
        String commit = commit("one");
        Set<String> manifest =
                Set.copyOf(output("one").text("_manifest").lines().toList());
        assertThat(job.isAlive()).isTrue();
        PausedProcess.resume(executor.pid());
        cluster().requireExit(job, "one", 0);
        requireComplete("one");
        assertThat(commit("one")).as("the first comes too late").isEqualTo(commit);
        assertThat(output("one").text("_manifest").lines()).hasSameElementsAs(manifest);
        assertThat(output("one").parts("frames"))
                .as("nothing of the late attempt is left")
                .hasSameSizeAs(output("one").committed("frames"));
    }

    /** Both at work from the beginning, each with a worker: whoever commits a piece first, each counts once. */
    @Test
    void twoDriversAtOnceAreOneBatch() throws IOException, InterruptedException {
        Process one = submit("both-one", "both", ONE_CORE);
        Process two = submit("both-two", "both", ONE_CORE);
        cluster().requireExit(one, "both-one", 0);
        cluster().requireExit(two, "both-two", 0);
        requireComplete("both");
    }
}
