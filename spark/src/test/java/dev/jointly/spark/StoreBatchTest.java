package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.generate.Crowding;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.ChildJvm;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch whose process is killed or paused in the states of a commit, on each kind of storage, and run again. */
@Tag("slow")
@Timeout(600)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Hadoop needs winutils.exe there")
class StoreBatchTest {
    private static final List<Problem> PROBLEMS = Made.problems(12, 3, Crowding.CROWDED);

    private static final String PIECE = "part-000000";

    @TempDir
    static Path folder;

    private static Stores stores;
    private static Path input = Path.of("");
    private static Map<String, Long> expected = Map.of();

    @BeforeAll
    static void start() throws Exception {
        stores = Stores.start(folder);
        StringBuilder lines = new StringBuilder();
        for (Problem problem : PROBLEMS) {
            lines.append(Made.line(problem));
        }
        input = Files.writeString(folder.resolve("problems.ndjson"), lines);
        expected = new TreeMap<>();
        Solver solver = new Solver(new HighsEngine());
        PROBLEMS.forEach(problem -> expected.put(
                problem.id(), solver.solve(problem, Settings.defaults()).objective()));
    }

    @AfterAll
    static void stop() throws Exception {
        stores.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "hdfs", "s3a"})
    void nothingIsLostOrDoubled(String scheme) throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc to see that a process is stopped");
        String out = stores.root(scheme) + "/batch";
        FileSystem files = stores.files(scheme);
        aPausedDriverComesTooLate(out, files);

        // done anew, as after damage: it dies in one state after the other, always at the same piece
        OutputFolder output = new OutputFolder(out);
        assertThat(files.delete(output.commit(PIECE), false)).isTrue();
        assertThat(files.delete(output.top("_SUCCESS"), false)).isTrue();
        Map<String, String> before = commits(files, output);
        for (CommitState state :
                EnumSet.complementOf(EnumSet.of(CommitState.LOST))) { // there the paused one was killed
            requireKilled(started(out, Map.of(Faults.KILL, state + ":" + PIECE)));
            // or the next attempt would solve in a process of its own, which is tested elsewhere
            files.delete(output.job("started/" + PIECE), false);
            assertThat(files.exists(output.top("_SUCCESS"))).isFalse();
            assertThat(files.exists(output.commit(PIECE))).isEqualTo(state == CommitState.COMMITTED);
            Map<String, String> now = commits(files, output);
            assertThat(now).as("what was committed stays").containsAllEntriesOf(before);
            before = now;
        }
        run(out);
        assertThat(objectives(files, output)).isEqualTo(expected);
        assertThat(commits(files, output)).as("what was committed stays").containsAllEntriesOf(before);
        assertThat(files.exists(output.top("_SUCCESS"))).isTrue();
        assertThat(tables(files, output))
                .as("nothing of the dead attempts is left")
                .containsExactlyInAnyOrderElementsOf(manifest(files, output));
    }

    /**
     * A driver, with its task, is paused in the instant before a commit. Another one does the same batch to its end. Then the first goes
     * on, and comes too late; and is killed before it can tidy up.
     */
    private static void aPausedDriverComesTooLate(String out, FileSystem files) throws Exception {
        OutputFolder output = new OutputFolder(out);
        Process paused = started(out, Map.of(Faults.STOP, "FILES_COMPLETE:" + PIECE, Faults.KILL, "LOST:" + PIECE));
        while (paused.isAlive() && !stopped(paused)) {
            Thread.sleep(50);
        }
        assertThat(paused.isAlive()).isTrue();
        run(out);
        assertThat(objectives(files, output)).isEqualTo(expected);
        Map<String, String> commits = commits(files, output);
        List<String> manifest = manifest(files, output);

        Process awake = new ProcessBuilder("kill", "-CONT", Long.toString(paused.pid())).start();
        assertThat(awake.waitFor()).isZero();
        requireKilled(paused);
        assertThat(commits(files, output)).as("none is replaced, none is added").isEqualTo(commits);
        assertThat(manifest(files, output)).isEqualTo(manifest);
        assertThat(tables(files, output)).as("no file that counts is gone").containsAll(manifest);
    }

    private static boolean stopped(Process process) throws IOException {
        // the state is the first letter after the program's name, which is in parentheses
        return Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"))
                .replaceFirst("^.*\\) ", "")
                .startsWith("T");
    }

    private static void requireKilled(Process process) throws IOException, InterruptedException {
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(128 + 9);
    }

    /** Runs the batch to its end, here. */
    private static void run(String out) {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        boolean done = Batch.run(
                BatchProgram.request(input.toString(), out, stores.settings()), new PrintStream(told, true, UTF_8));
        assertThat(done).as(told.toString(UTF_8)).isTrue();
    }

    private static List<String> manifest(FileSystem files, OutputFolder output) throws IOException {
        try (var in = files.open(output.top("_manifest"))) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .map(line -> line.replaceFirst("\t.*", ""))
                    .toList();
        }
    }

    private static Process started(String out, Map<String, String> faults) throws IOException {
        List<String> options = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-opens") || option.startsWith("-Dlog4j2"))
                .toList());
        // it lives for seconds
        options.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        options.add("-Dbatch.input=" + input);
        options.add("-Dbatch.out=" + out);
        faults.forEach((name, value) -> options.add("-D" + name + "=" + value));
        options.add("-Dlog4j2.configurationFile=classpath:dev/jointly/spark/quiet-log4j2.properties");
        stores.settings().forEach((name, value) -> options.add("-D" + name + "=" + value));
        return ChildJvm.start(Map.of(), BatchProgram.class, options.toArray(String[]::new));
    }

    private static Map<String, String> commits(FileSystem files, OutputFolder output) throws IOException {
        Map<String, String> commits = new TreeMap<>();
        org.apache.hadoop.fs.Path folder = output.job("commits");
        if (files.exists(folder)) {
            for (FileStatus file : files.listStatus(folder)) {
                try (var in = files.open(file.getPath())) {
                    commits.put(file.getPath().getName(), new String(in.readAllBytes(), UTF_8));
                }
            }
        }
        return commits;
    }

    private static List<String> tables(FileSystem files, OutputFolder output) throws IOException {
        List<String> names = new ArrayList<>();
        for (String table : List.of("frames", "people")) {
            for (FileStatus file : files.listStatus(output.top(table))) {
                names.add(table + "/" + file.getPath().getName());
            }
        }
        return names;
    }

    /** As any reader sees the table: all files of the folder. */
    private static Map<String, Long> objectives(FileSystem files, OutputFolder output) throws IOException {
        Map<String, Long> objectives = new TreeMap<>();
        Configuration conf = new Configuration();
        stores.settings().forEach(conf::set);
        for (FileStatus file : files.listStatus(output.frames())) {
            try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), file.getPath())
                    .withConf(conf)
                    .build()) {
                for (Group row = reader.read(); row != null; row = reader.read()) {
                    assertThat(objectives.put(row.getString("id", 0), Micro.of(row.getDouble("objective", 0))))
                            .as("twice")
                            .isNull();
                }
            }
        }
        return objectives;
    }
}
