package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A Spark that somebody else runs: a SPARK_HOME with Spark's own jars only, its cluster, and its spark-submit. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Tag("slow")
class SubmitTest {
    private static final int PROBLEMS = 100;
    private static final String JAR =
            Cluster.DISTRIBUTION.resolve("jointly-spark.jar").toString();

    @TempDir
    static Path dir = Path.of("");

    private static SparkHome home = new SparkHome(Path.of(""));
    private static Path input = Path.of("");
    private static Map<String, Long> objectives = Map.of();
    private static @Nullable Cluster shared;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc to find listening sockets");
        home = SparkHome.in("spark");
        shared = new Cluster(home.folder(), dir.resolve("cluster"));
        cluster().startWorker();
        cluster().startWorker();
        input = Made.write(dir.resolve("problems.ndjson"), Made.problems(PROBLEMS, 2, Crowding.CROWDED));
        objectives = Made.objectives(input);
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

    private static List<String> settings(String... settings) {
        return Stream.of(settings)
                .flatMap(setting -> Stream.of("--conf", setting))
                .toList();
    }

    /** The arguments of spark-submit for a batch. */
    private static List<String> words(String mode, Path problems, Output out) {
        String options = "--deploy-mode " + mode + " --driver-memory 512m --executor-memory 512m --master "
                + cluster().master();
        List<String> words = new ArrayList<>(List.of(options.split(" ", -1)));
        words.addAll(settings(
                "spark.standalone.submit.waitAppCompletion=true",
                "spark.driver.defaultJavaOptions=" + Cluster.QUICK,
                Cluster.QUICK_EXECUTORS,
                "spark.ui.enabled=false"));
        words.addAll(List.of(JAR, "batch", problems.toString(), "--out", out.folder()));
        return words;
    }

    private static String log(String name, Process process, int code) throws IOException, InterruptedException {
        process.waitFor();
        String log = Files.readString(dir.resolve(name + ".log"));
        assertThat(process.exitValue()).as(log).isEqualTo(code);
        return log;
    }

    private static void assertComplete(Output out) throws IOException {
        assertThat(out.has("_SUCCESS")).isTrue();
        assertThat(out.objectives()).hasSize(PROBLEMS).isEqualTo(objectives);
    }

    @Test
    void clientMode() throws IOException, InterruptedException {
        Output out = new Output(dir.resolve("client"));
        String log = log("client", home.submit(dir.resolve("client.log"), words("client", input, out)), 0);
        assertThat(log).contains(PROBLEMS + " frames, ");
        assertComplete(out);
    }

    /** The driver is a process of a worker; spark-submit waits for it and says how it ended. */
    @Test
    void clusterMode() throws IOException, InterruptedException {
        Output out = new Output(dir.resolve("deployed"));
        String driver = deploy("deployed", input, out, "FINISHED");
        assertThat(driverLog(driver)).contains(PROBLEMS + " frames, ");
        assertComplete(out);
    }

    /** The exit code of spark-submit is 0 however the driver ended; the state of the driver tells. */
    @Test
    void aFailedBatchInClusterModeIsAFailedDriver() throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>(Files.readAllLines(input).subList(0, 10));
        lines.set(3, lines.get(3).substring(0, 100));
        Path broken = Files.write(dir.resolve("broken.ndjson"), lines, UTF_8);
        Output out = new Output(dir.resolve("failed"));
        String driver = deploy("failed", broken, out, "FAILED");
        assertThat(driverLog(driver)).contains("10 frames, ", "1 failed");
        assertThat(out.rows("frames").stream().map(row -> row.getString("status", 0)))
                .hasSize(10)
                .containsOnlyOnce("error");
    }

    /** Submits a batch in cluster mode, and returns the id of its driver, which has to end in a state. */
    private static String deploy(String name, Path problems, Output out, String state)
            throws IOException, InterruptedException {
        String log = log(name, home.submit(dir.resolve(name + ".log"), words("cluster", problems, out)), 0);
        Matcher end = Pattern.compile("State of driver (driver-[-0-9]+) is ([A-Z]+), exiting")
                .matcher(log);
        assertThat(end.find()).as(log).isTrue();
        assertThat(end.group(2)).as(driverLog(end.group(1))).isEqualTo(state);
        return end.group(1);
    }

    /** The standard error of a driver, from the folder of the worker that ran it. */
    private static String driverLog(String driver) throws IOException {
        try (Stream<Path> files = Files.find(
                cluster().logs(),
                3,
                (file, kind) -> file.endsWith(Path.of(driver, "stderr")) && kind.isRegularFile())) {
            return Files.readString(files.findFirst().orElseThrow());
        }
    }

    @Test
    void jointlyBatchOnThatSparkAndItsCluster() throws IOException, InterruptedException {
        Output out = new Output(dir.resolve("program"));
        List<String> words = new ArrayList<>(List.of(input.toString(), "--out", out.folder()));
        words.addAll(List.of("--master", cluster().master(), "--driver-memory", "512m"));
        words.addAll(settings("spark.executor.memory=512m", Cluster.QUICK_EXECUTORS, "spark.ui.enabled=false"));
        Process batch = home.batch(dir.resolve("program.log"), words);
        assertThat(log("program", batch, 0)).contains(PROBLEMS + " frames, ").doesNotContain("SLF4J");
        assertComplete(out);
    }

    @Test
    void aSparkOfAnotherVersionIsRefusedInOneSentence() throws IOException, InterruptedException {
        SparkHome other = SparkHome.in("other-spark");
        other.pretendVersion("4.1.0");
        Path out = dir.resolve("refused");
        Process batch = other.batch(dir.resolve("other.log"), List.of(input.toString(), "--out", out.toString()));
        assertThat(log("other", batch, 2))
                .isEqualTo("jointly: found Spark 4.1.0 but jointly batch needs Spark 4.2, for Scala 2.13\n");
        assertThat(out).doesNotExist();
    }

    @Test
    void nothingOfTheClusterCanBeReachedFromElsewhere() throws IOException {
        List<Process> all = cluster().processes();
        assertThat(all).hasSize(3);
        for (Process process : all) {
            assertThat(listening(process.pid()))
                    .isNotEmpty()
                    // 127.0.0.1, and the same written as an IPv6 address
                    .allMatch(address -> address.matches("(0{16}FFFF0000)?0100007F"));
        }
    }

    /** The addresses, as the kernel writes them, where a process listens. */
    private static List<String> listening(long pid) throws IOException {
        Path process = Path.of("/proc", Long.toString(pid));
        List<String> sockets = new ArrayList<>();
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            for (Path file : files.toList()) {
                if (Files.isSymbolicLink(file)) {
                    sockets.add(Files.readSymbolicLink(file).toString().replaceAll("[^0-9]", ""));
                }
            }
        }
        List<String> addresses = new ArrayList<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(process.resolve("net").resolve(table))) {
                String[] words = line.strip().split("\\s+", -1);
                if (words[3].equals("0A") && sockets.contains(words[9])) {
                    addresses.add(words[1].replaceFirst(":.*", ""));
                }
            }
        }
        return addresses;
    }
}
