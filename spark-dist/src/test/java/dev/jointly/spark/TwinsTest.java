package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemWriter;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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
 * Two attempts at one piece, two drivers at one output: on a master and two workers. An executor is paused by SIGSTOP right before it
 * puts a commit, and goes on when the test lets it.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
@Tag("slow")
class TwinsTest {
    private static final int PROBLEMS = 80;
    private static final String PIECE = "part-000001";
    private static final List<String> DRIVER = Cluster.quick("-Xmx512m");

    @TempDir
    static Path dir = Path.of("");

    private static Path input = Path.of("");
    private static final Map<String, Long> EXPECTED = new HashMap<>();
    private static final List<Process> WORKERS = new ArrayList<>();
    private static @org.jspecify.annotations.Nullable Cluster shared;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc to see that a process is stopped");
        shared = new Cluster(Files.createDirectories(Path.of("target", "twins")).toAbsolutePath());
        WORKERS.add(cluster().startWorker("127.0.0.1"));
        WORKERS.add(cluster().startWorker("127.0.0.2"));
        input = dir.resolve("problems.ndjson");
        Solver solver = new Solver(new HighsEngine());
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(input))) {
            for (int i = 0; i < PROBLEMS; i++) {
                Problem problem = Generator.generate("p" + i, 2, Crowding.CROWDED, i);
                ProblemWriter.write(problem, Layout.LINE, out);
                EXPECTED.put(
                        problem.id(), solver.solve(problem, Settings.defaults()).objective());
            }
        }
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

    /** A batch one of whose executors stops before it puts the commit of a piece. */
    private static Process stopping(String name, List<String> conf) throws IOException {
        List<String> all = new ArrayList<>(conf);
        all.add("spark.executor.extraJavaOptions=-D" + Faults.STOP + "=" + CommitState.FILES_COMPLETE + ":" + PIECE
                + " -D" + Faults.STOPPED + "=" + mark(name));
        return submit(name, name, all);
    }

    private static Process submit(String name, String out, List<String> conf) throws IOException {
        List<String> all = new ArrayList<>(conf);
        all.add(Cluster.QUICK_EXECUTORS);
        all.add("spark.sql.files.maxPartitionBytes=32k");
        return cluster()
                .submit(
                        name,
                        DRIVER,
                        all,
                        List.of(input.toString(), "-o", dir.resolve(out).toString()));
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
            // the state of a process is the first letter after its program's name, which is in parentheses
            return Files.exists(mark(name))
                    && Files.readString(Path.of("/proc", Files.readString(mark(name)), "stat"))
                            .replaceFirst("^.*\\) ", "")
                            .startsWith("T");
        } catch (IOException e) {
            // its number is not complete yet
            return false;
        }
    }

    private static void goOn(ProcessHandle executor) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-CONT", Long.toString(executor.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static void requireExit(Process job, String name, int code) throws InterruptedException {
        assertThat(job.waitFor()).as(cluster().log(name)).isEqualTo(code);
    }

    /** Each id once, in the files that count, with the objective of a plain loop. */
    private static void requireComplete(String out) throws IOException {
        Path folder = dir.resolve(out);
        assertThat(folder.resolve("_SUCCESS")).exists();
        List<Path> counting = Files.readAllLines(folder.resolve("_manifest")).stream()
                .filter(line -> line.startsWith("frames/"))
                .map(line -> folder.resolve(line.replaceFirst("\t.*", "")))
                .toList();
        assertThat(counting).hasSameElementsAs(new Output(folder).committed("frames"));
        Map<String, Long> objectives = new HashMap<>();
        for (Group row : Output.rows(counting)) {
            assertThat(objectives.put(row.getString("id", 0), Micro.of(row.getDouble("objective", 0))))
                    .as("twice")
                    .isNull();
        }
        assertThat(objectives).isEqualTo(EXPECTED);
    }

    private static String commit(String out) throws IOException {
        return Files.readString(dir.resolve(out).resolve("_job/commits").resolve(PIECE));
    }

    @Test
    void aSpeculativeTwinWinsAndTheFirstAttemptComesTooLate() throws IOException, InterruptedException {
        Process job = stopping(
                "speculation",
                List.of(
                        "spark.speculation=true",
                        "spark.speculation.interval=100ms",
                        "spark.speculation.quantile=0.1",
                        "spark.speculation.multiplier=1.1"));
        ProcessHandle first = stopped("speculation", job);
        List<Path> files = new Output(dir.resolve("speculation"))
                .parts("frames").stream()
                        .filter(file -> file.getFileName().toString().startsWith(PIECE))
                        .toList();
        Path commit = dir.resolve("speculation/_job/commits").resolve(PIECE);
        Cluster.waitUntil("the twin to commit", () -> Files.exists(commit) || !job.isAlive());
        goOn(first);
        requireExit(job, "speculation", 0);
        requireComplete("speculation");
        String winner = commit("speculation").split(" ", -1)[2];
        assertThat(files.get(0).getFileName().toString())
                .as("the first attempt, complete before the twin")
                .doesNotContain(winner);
    }

    @Test
    void anExecutorThatOutlivesItsDriverChangesNothing() throws IOException, InterruptedException {
        Process job = stopping("zombie", List.of());
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
        requireExit(submit("zombie-again", "zombie", List.of()), "zombie-again", 0);
        requireComplete("zombie");
        String commit = commit("zombie");
        assertThat(zombie.isAlive()).isTrue();
        goOn(zombie);
        Cluster.waitUntil("the zombie to end", () -> !zombie.isAlive());
        assertThat(commit("zombie")).isEqualTo(commit);
        requireComplete("zombie");
    }

    /** The first has an executor that is paused with complete files; the second does everything that is left. */
    @Test
    void aSecondDriverWastesWorkAndHarmsNothing() throws IOException, InterruptedException {
        Process job = stopping("one", List.of("spark.cores.max=1"));
        ProcessHandle executor = stopped("one", job);
        requireExit(submit("two", "one", List.of("spark.cores.max=1")), "two", 0);
        requireComplete("one");
        String commit = commit("one");
        Set<String> manifest = Set.copyOf(Files.readAllLines(dir.resolve("one/_manifest")));
        assertThat(job.isAlive()).isTrue();
        goOn(executor);
        requireExit(job, "one", 0);
        requireComplete("one");
        assertThat(commit("one")).as("the first comes too late").isEqualTo(commit);
        assertThat(Files.readAllLines(dir.resolve("one/_manifest"))).hasSameElementsAs(manifest);
        assertThat(new Output(dir.resolve("one")).parts("frames"))
                .as("nothing of the late attempt is left")
                .hasSameSizeAs(new Output(dir.resolve("one")).committed("frames"));
    }

    /** Both at work from the beginning, each with a worker: whoever commits a piece first, each counts once. */
    @Test
    void twoDriversAtOnceAreOneBatch() throws IOException, InterruptedException {
        Process one = submit("both-one", "both", List.of("spark.cores.max=1"));
        Process two = submit("both-two", "both", List.of("spark.cores.max=1"));
        requireExit(one, "both-one", 0);
        requireExit(two, "both-two", 0);
        requireComplete("both");
    }
}
