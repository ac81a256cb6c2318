package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.provider.CsvSource;

/** A batch whose process is killed in each state of a commit, on each kind of storage, and run again. */
@Tag("slow")
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Hadoop needs winutils.exe there")
class StoreBatchTest {
    private static final List<Problem> PROBLEMS = Made.problems(16, 3, Crowding.CROWDED);

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
    @CsvSource({
        "file,BEGUN", "file,WRITING", "file,PEOPLE_COMPLETE", "file,FILES_COMPLETE", "file,COMMITTED",
        "hdfs,BEGUN", "hdfs,WRITING", "hdfs,PEOPLE_COMPLETE", "hdfs,FILES_COMPLETE", "hdfs,COMMITTED",
        "s3a,BEGUN", "s3a,WRITING", "s3a,PEOPLE_COMPLETE", "s3a,FILES_COMPLETE", "s3a,COMMITTED"
    })
    void nothingIsLostOrDoubledByADeath(String scheme, CommitState state) throws Exception {
        String out = stores.root(scheme) + "/" + state;
        FileSystem files = stores.files(scheme);
        OutputFolder output = new OutputFolder(out);
        Process killed = killed(out, state);
        String said = new String(killed.getInputStream().readAllBytes(), UTF_8);
        assertThat(killed.waitFor()).as(said).isEqualTo(128 + 9);
        assertThat(files.exists(output.top("_SUCCESS"))).isFalse();
        assertThat(files.exists(output.commit("part-000000"))).isEqualTo(state == CommitState.COMMITTED);
        Map<String, String> before = commits(files, output);

        ByteArrayOutputStream told = new ByteArrayOutputStream();
        boolean done = Batch.run(
                BatchProgram.request(input.toString(), out, stores.settings()), new PrintStream(told, true, UTF_8));
        assertThat(done).as(told.toString(UTF_8)).isTrue();
        assertThat(objectives(files, output)).isEqualTo(expected);
        assertThat(commits(files, output)).as("what was committed stays").containsAllEntriesOf(before);
        assertThat(files.exists(output.top("_SUCCESS"))).isTrue();
        List<String> manifest = new ArrayList<>();
        try (var in = files.open(output.top("_manifest"))) {
            new String(in.readAllBytes(), UTF_8).lines().forEach(line -> manifest.add(line.replaceFirst("\t.*", "")));
        }
        assertThat(tables(files, output))
                .as("nothing of the dead attempt is left")
                .containsExactlyInAnyOrderElementsOf(manifest);
    }

    private static Process killed(String out, CommitState state) throws IOException {
        List<String> options = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-opens") || option.startsWith("-Dlog4j2"))
                .toList());
        options.add("-Xmx512m");
        options.add("-Dbatch.input=" + input);
        options.add("-Dbatch.out=" + out);
        options.add("-D" + Faults.KILL + "=" + state + ":part-000000");
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
