package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Most problems are easy and a few take hundreds of times as long, as in the paper's experiment: how well two executors share them.
 * {@code -Djointly.skew.problems} sets their number; dev/batches.md has the figures for 20,000.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
@Tag("slow")
class SkewTest {
    private static final int PROBLEMS = Integer.getInteger("jointly.skew.problems", 600);

    /** With this many the start of two processes weighs little, and the times say something. */
    private static final int ENOUGH = 20_000;

    private static final long SEED = 20_261_118;
    private static final int EXECUTORS = 2;

    @TempDir
    Path dir;

    /** When a task of a pass ran, in milliseconds. */
    private record Task(long start, long end) {
        long millis() {
            return end - start;
        }
    }

    /** 80 % tiny, 14 % of four people, 5 % of ten, 1 % of six nearly on top of each other. */
    private static Problem problem(int number, Random random) {
        String id = "p" + number;
        double kind = random.nextDouble();
        if (kind < 0.80) {
            return Generator.generate(id, 2, Crowding.EASY, SEED + number, 6);
        }
        if (kind < 0.94) {
            return Generator.generate(id, 4, Crowding.CROWDED, SEED + number);
        }
        return kind < 0.99
                ? Generator.generate(id, 10, Crowding.CROWDED, SEED + number)
                : Generator.generate(id, 6, Crowding.DENSE, SEED + number);
    }

    @Test
    void twoExecutorsShareATailOfHardProblems() throws IOException, InterruptedException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc to find executors");
        Random random = new Random(SEED);
        List<Problem> problems =
                IntStream.range(0, PROBLEMS).mapToObj(i -> problem(i, random)).toList();
        Path input = Made.write(dir.resolve("skewed.ndjson"), problems);
        Path events = Files.createDirectories(dir.resolve("events"));
        Output out = new Output(dir.resolve("out"));
        try (Cluster cluster = new Cluster(Path.of("target", "skew").toAbsolutePath())) {
            for (int i = 0; i < EXECUTORS; i++) {
                cluster.startWorker();
            }
            List<String> conf = List.of(
                    "spark.eventLog.enabled=true",
                    "spark.eventLog.rolling.enabled=false",
                    "spark.eventLog.compress=false",
                    "spark.eventLog.dir=" + events.toUri());
            cluster.run("skew", List.of("-Xmx512m"), conf, 0, input, out);
        }
        double[] seconds = seconds(out);
        List<Task> tasks = tasks(events);
        double makespan = makespan(tasks);
        double sum = DoubleStream.of(seconds).sum();
        double bound = Math.max(sum / EXECUTORS, seconds[seconds.length - 1]);
        double work = tasks.stream().mapToLong(Task::millis).sum() / 1e3;
        double longest = tasks.stream().mapToLong(Task::millis).max().orElseThrow() / 1e3;
        double taskBound = Math.max(work / EXECUTORS, longest);
        System.out.printf(
                "skew: %d problems, median %.2f ms, 90 %% %.1f ms, 99 %% %.0f ms, longest %.2f s; %d tasks, longest %.2f s%n",
                PROBLEMS,
                1e3 * seconds[PROBLEMS / 2],
                1e3 * seconds[PROBLEMS * 9 / 10],
                1e3 * seconds[PROBLEMS * 99 / 100],
                seconds[PROBLEMS - 1],
                tasks.size(),
                longest);
        System.out.printf(
                "skew: makespan %.1f s; lower bound of the frames %.1f s: %.3f; lower bound of the tasks %.1f s: %.3f;"
                        + " whole run %.1f s, processor time %.1f s%n",
                makespan,
                bound,
                makespan / bound,
                taskBound,
                makespan / taskBound,
                out.figure("seconds"),
                out.figure("processorSeconds"));
        System.out.printf(
                "skew: seconds of reading %.1f, parsing %.1f, solving %.1f, writing %.1f; all tasks %.1f%n",
                out.figure("secondsReading"),
                out.figure("secondsParsing"),
                out.figure("secondsSolving"),
                out.figure("secondsWriting"),
                work);
        assertThat(seconds).hasSize(PROBLEMS);
        assertThat(seconds[PROBLEMS - 1]).as("there is a tail").isGreaterThan(20 * seconds[PROBLEMS / 2]);
        // one executor alone would need all of it, whatever else this machine is doing
        assertThat(makespan).isLessThan(0.8 * work);
        if (PROBLEMS >= ENOUGH) {
            // against the frames it was 1.17: dev/batches.md
            assertThat(makespan / taskBound).isLessThan(1.15);
        }
    }

    private static double[] seconds(Output out) throws IOException {
        List<Double> seconds = new ArrayList<>();
        for (Group row : out.rows("frames")) {
            assertThat(row.getString("status", 0)).isEqualTo("optimal");
            seconds.add(row.getDouble("seconds", 0));
        }
        return seconds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    /** The tasks of both passes, which alone call foreachPartition. */
    private static List<Task> tasks(Path events) throws IOException {
        Path log;
        try (Stream<Path> files = Files.list(events)) {
            log = files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .findFirst()
                    .orElseThrow();
        }
        List<String> lines = Files.readAllLines(log);
        TreeSet<Long> passes = new TreeSet<>();
        for (String line : lines) {
            if (line.contains("\"SparkListenerStageSubmitted\"")
                    && line.contains("\"Stage Name\":\"foreachPartition ")) {
                passes.add(number(line, "Stage ID"));
            }
        }
        List<Task> tasks = new ArrayList<>();
        for (String line : lines) {
            if (line.contains("\"SparkListenerTaskEnd\"") && passes.contains(number(line, "Stage ID"))) {
                tasks.add(new Task(number(line, "Launch Time"), number(line, "Finish Time")));
            }
        }
        assertThat(tasks).as("tasks in " + log).hasSizeGreaterThan(EXECUTORS);
        return tasks;
    }

    private static long number(String line, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":([0-9]+)").matcher(line);
        assertThat(matcher.find()).as(name + " in " + line).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Seconds from the start of the first task to the end of the last. */
    private static double makespan(List<Task> tasks) {
        long first = tasks.stream().mapToLong(Task::start).min().orElseThrow();
        long last = tasks.stream().mapToLong(Task::end).max().orElseThrow();
        return (last - first) / 1e3;
    }
}
