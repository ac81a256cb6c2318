package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.launcher.JavaModuleOptions;

/** A real standalone cluster on loopback: a master and workers, each a process, from the jars this build laid down. */
final class Cluster implements AutoCloseable {
    static final Path DISTRIBUTION = Path.of("target", "jointly-spark").toAbsolutePath();

    /** For processes that live for seconds: code compiled better would not pay. */
    static final String QUICK = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    /** The same for executors; {@code extraJavaOptions} come on top. */
    static final String QUICK_EXECUTORS = "spark.executor.defaultJavaOptions=" + QUICK;

    /** A driver that lives for seconds. */
    static final List<String> DRIVER = quick("-Xmx512m");

    /** Of a machine however busy. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Path home;
    private final Path logs;
    private final List<Process> processes = new ArrayList<>();
    private final List<Process> workers = new ArrayList<>();
    private final String master;

    Cluster(Path logs) throws IOException, InterruptedException {
        this(DISTRIBUTION, logs);
    }

    /** @param home the SPARK_HOME of all processes */
    Cluster(Path home, Path logs) throws IOException, InterruptedException {
        this.home = home;
        this.logs = Files.createDirectories(logs);
        // also when the tests are told to end
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "end-of-cluster"));
        String words = "org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 0 --webui-port 0";
        Process process =
                java("master", quick("-Xmx256m", "-Dspark.master.rest.enabled=false"), List.of(words.split(" ", -1)));
        Pattern address = Pattern.compile("Starting Spark master at (spark://[^ ]*:[0-9]+)");
        Path log = logs.resolve("master.log");
        waitUntil("the master to start", () -> address.matcher(read(log)).find() || !process.isAlive());
        Matcher found = address.matcher(read(log));
        assertThat(found.find()).as(read(log)).isTrue();
        this.master = found.group(1);
    }

    /** Options of a process that lives for seconds, and more. */
    static List<String> quick(String... options) {
        List<String> all = new ArrayList<>(List.of(QUICK.split(" ", -1)));
        all.addAll(List.of(options));
        return List.copyOf(all);
    }

    /** The master and all workers. */
    List<Process> processes() {
        return List.copyOf(processes);
    }

    Path logs() {
        return logs;
    }

    String master() {
        return master;
    }

    /** One more worker, of one core. */
    Process startWorker() throws IOException, InterruptedException {
        return startWorker("127.0.0.1");
    }

    /** @param host an address of this machine; Spark speculates only from one host to another */
    Process startWorker(String host) throws IOException, InterruptedException {
        String name = "worker-" + workers.size();
        String words = "org.apache.spark.deploy.worker.Worker --cores 1 --memory 1g --webui-port 0 --host " + host;
        List<String> all = new ArrayList<>(List.of(words.split(" ", -1)));
        all.addAll(List.of("--work-dir", logs.resolve(name).toString(), master));
        Process worker = java(name, quick("-Xmx256m"), all);
        workers.add(worker);
        Path log = logs.resolve(name + ".log");
        waitUntil(name + " to register", () -> read(log).contains("Successfully registered") || !worker.isAlive());
        assertThat(worker.isAlive()).as(read(log)).isTrue();
        return worker;
    }

    /** The executors that a worker runs now. */
    static List<ProcessHandle> executors(Process worker) {
        return worker.toHandle()
                .descendants()
                .filter(process -> commandLine(process).contains("CoarseGrainedExecutorBackend"))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            // ProcessHandle cuts long command lines off
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException e) {
            return process.info().commandLine().orElse("");
        }
    }

    /** Submits a batch, which has to end with a code. */
    void run(String name, List<String> driver, List<String> conf, int code, Object input, Output out)
            throws IOException, InterruptedException {
        requireExit(submit(name, driver, conf, input, out), name, code);
    }

    void requireExit(Process job, String name, int code) throws InterruptedException {
        assertThat(job.waitFor()).as(log(name)).isEqualTo(code);
    }

    /** Hands the jar to spark-submit's own main class, as {@code spark-submit jointly-spark.jar batch ...} does. */
    Process submit(String name, List<String> driver, List<String> conf, Object input, Output out, String... words)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("org.apache.spark.deploy.SparkSubmit", "--master", master));
        for (String setting : conf) {
            all.addAll(List.of("--conf", setting));
        }
        all.addAll(List.of(
                "--conf",
                "spark.executor.memory=512m",
                "--conf",
                "spark.ui.enabled=false",
                DISTRIBUTION.resolve("jointly-spark.jar").toString(),
                "batch",
                input.toString(),
                "-o",
                out.folder()));
        all.addAll(List.of(words));
        return java(name, driver, all);
    }

    private Process java(String name, List<String> options, List<String> words) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(options);
        command.add("-XX:-CreateCoredumpOnCrash");
        command.addAll(List.of("-cp", home.resolve("jars") + File.separator + "*"));
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(logs.resolve(name + ".log").toFile());
        builder.environment().put("SPARK_HOME", home.toString());
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    String log(String name) {
        return read(logs.resolve(name + ".log"));
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }

    static void waitUntil(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as(String.format(Locale.ROOT, "waited %s for %s", PATIENCE, what))
                    .isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** A driver with a full collection per second, which says how much is live. */
    static List<String> watched(Path log) {
        return List.of(
                "-Xmx512m",
                "-XX:+UseG1GC",
                "-XX:G1PeriodicGCInterval=1000",
                "-XX:-G1PeriodicGCInvokesConcurrent",
                "-Xlog:gc:file=" + log);
    }

    /** Megabytes of live objects in such a driver, at most: what full collections leave. */
    static double peak(Path log) throws IOException {
        double peak = Pattern.compile("Pause Full[^\n]*->([0-9]+)M\\(")
                .matcher(Files.readString(log))
                .results()
                .mapToDouble(after -> Double.parseDouble(after.group(1)))
                .max()
                .orElse(0);
        assertThat(peak).as("full collections in " + log).isPositive();
        return peak;
    }

    /** Ends what this cluster started, and what that started. */
    @Override
    public void close() {
        for (Process process : processes) {
            process.toHandle().descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
