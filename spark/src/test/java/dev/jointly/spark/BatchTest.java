package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.io.BadInputException;
import dev.jointly.io.batch.BatchFailedException;
import dev.jointly.io.batch.BatchRequest;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Batches on two threads of this process. */
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
class BatchTest {
    private static final List<Problem> PROBLEMS = Made.problems(12, 2, Crowding.CROWDED);

    @TempDir
    Path temporary;

    private Path dir = Path.of("");

    @BeforeEach
    void inAFolderWithAnOddName() throws IOException {
        dir = Files.createDirectories(temporary.resolve("a [b] c%20d {e,f} #1 *"));
    }

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private Path lines(List<Problem> problems, String name) throws IOException {
        Path file = dir.resolve(name);
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(raw) : raw) {
            for (Problem problem : problems) {
                out.write(Made.line(problem).getBytes(UTF_8));
            }
        }
        return file;
    }

    private BatchRequest request(Path input, String out) {
        return LocalBatch.request(input.toString(), dir.resolve(out).toString());
    }

    /** A share of a batch with a second pass. */
    private BatchRequest request(Path input, String out, Duration firstPass, int shard, int shards) {
        return LocalBatch.with(LocalBatch.with(request(input, out), firstPass), new BatchRequest.Share(shard, shards));
    }

    private boolean run(BatchRequest request) {
        return Batch.run(request, new PrintStream(said, true, UTF_8));
    }

    private Output output(String name) {
        return new Output(dir.resolve(name));
    }

    private Map<String, Long> objectives(String out) throws IOException {
        Map<String, Long> objectives = new TreeMap<>();
        for (Group row : output(out).rows("frames")) {
            assertThat(row.getString("status", 0)).isEqualTo("optimal");
            assertThat(objectives.put(row.getString("id", 0), Micro.of(row.getDouble("objective", 0))))
                    .as("twice")
                    .isNull();
        }
        return objectives;
    }

    private static Map<String, Long> expected(List<Problem> problems) {
        Map<String, Long> objectives = new TreeMap<>();
        Solver solver = new Solver(new HighsEngine());
        problems.forEach(problem -> objectives.put(
                problem.id(), solver.solve(problem, Settings.defaults()).objective()));
        return objectives;
    }

    @Tag("slow")
    @Test
    void linesPackedLinesAndTablesGiveTheSameAnswers() throws IOException {
        Map<String, Long> expected = expected(PROBLEMS);
        assertThat(run(request(lines(PROBLEMS, "plain.ndjson"), "plain"))).isTrue();
        assertThat(objectives("plain")).isEqualTo(expected);
        assertThat(run(request(lines(PROBLEMS, "packed.jsonl.gz"), "packed"))).isTrue();
        assertThat(objectives("packed")).isEqualTo(expected);
        ProblemTable.write(PROBLEMS, dir.resolve("table.parquet"));
        assertThat(run(LocalBatch.with(
                        request(dir.resolve("table.parquet"), "table"),
                        Map.of("spark.sql.files.maxPartitionBytes", "10k"))))
                .isTrue();
        assertThat(objectives("table")).isEqualTo(expected);
        assertThat(output("table").parts("frames")).as("of one row group").hasSizeGreaterThan(1);
        tablesCanBeReadBySpark(expected);
    }

    private void tablesCanBeReadBySpark(Map<String, Long> expected) throws IOException {
        try (SparkSession spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .getOrCreate()) {
            List<Row> frames = spark.read()
                    .parquet(BatchInput.literal(dir.resolve("plain/frames").toString()))
                    .select("id", "objective", "certificate", "image.width")
                    .collectAsList();
            assertThat(frames).hasSize(expected.size());
            assertThat(frames)
                    .allMatch(row -> row.getString(2).contains("jointly/certificate@") && row.getInt(3) == 640);
            long joints = spark.read()
                    .parquet(BatchInput.literal(dir.resolve("plain/people").toString()))
                    .selectExpr("explode(joints) as joint")
                    .select("joint.part", "joint.x")
                    .count();
            assertThat(joints).isGreaterThan(expected.size());
        }
    }

    @Test
    void aRerunDoesWhatIsMissingAndRefusesToMixOptions() throws IOException {
        Path input = lines(Made.problems(40, 3, Crowding.CROWDED), "again.ndjson");
        // so that there are several parts; the plan remembers it
        assertThat(run(LocalBatch.with(request(input, "again"), Map.of("spark.sql.files.maxPartitionBytes", "100k"))))
                .isTrue();
        Map<String, Long> before = objectives("again");
        List<Path> parts = output("again").parts("frames");
        assertThat(parts).hasSizeGreaterThan(1);
        int lost = output("again").rows("frames").size();
        Files.delete(parts.get(0));
        lost -= output("again").rows("frames").size();
        assertThat(lost).isPositive();
        String piece =
                OutputFolder.origin(new org.apache.hadoop.fs.Path(parts.get(0).toUri()));
        assertThatThrownBy(() -> run(request(input, "again")))
                .isInstanceOf(BatchFailedException.class)
                .hasMessageContainingAll(
                        piece + " is committed but ", " is missing; delete ", "/_job/commits/" + piece);
        Files.delete(dir.resolve("again/_job/commits").resolve(piece));
        said.reset();
        assertThat(run(request(input, "again"))).isTrue();
        assertThat(said.toString(UTF_8))
                .contains("1 of " + parts.size() + " parts and " + lost + " frames in this run");
        assertThat(objectives("again")).isEqualTo(before);

        assertThatThrownBy(() -> run(request(input, "again", Duration.ofSeconds(3), 0, 1)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll("again", "'first pass 60000 ms'", "'first pass 3000 ms'", "another --out");
    }

    @Tag("slow")
    @Test
    void hardProblemsWaitForTheSecondPassAndShardsShareAFolder() throws IOException {
        List<Problem> hard = Made.problems(40, 3, Crowding.DENSE);
        Path input = lines(hard, "hard.ndjson");
        Path coco = dir.resolve("people.coco.json");
        for (int shard = 0; shard < 2; shard++) {
            BatchRequest request = request(input, "hard", Duration.ofMillis(1), shard, 2);
            assertThat(run(shard == 0 ? request : LocalBatch.with(request, new BatchRequest.Extras(coco.toString()))))
                    .isTrue();
            assertThat(output("hard").rows("frames")).hasSizeBetween(1, shard == 0 ? hard.size() - 1 : hard.size());
        }
        assertThat(objectives("hard")).isEqualTo(expected(hard));
        List<Group> frames = output("hard").rows("frames");
        assertThat(frames).anyMatch(row -> row.getInteger("pass", 0) == 2);
        assertThat(frames).allMatch(row -> row.getString("source", 0).startsWith("hard.ndjson at byte "));
        assertThat(dir.resolve("hard/_SUCCESS-0-of-2")).exists();
        assertThat(dir.resolve("hard/summary-1-of-2.html")).content().contains("proven optimal");
        assertThat(coco).content().contains("\"keypoints\"", "\"file_name\": \"p");

        // done anew, a piece leaves nothing of its problems that were postponed before; strange files stay
        Path strange = Files.writeString(dir.resolve("hard/frames/of-somebody-else"), "");
        Files.delete(dir.resolve("hard/_job/commits/part-000000"));
        assertThat(run(request(input, "hard", Duration.ofMillis(1), 0, 2))).isTrue();
        assertThat(objectives("hard")).isEqualTo(expected(hard));
        assertThat(strange).exists();
    }

    @Tag("slow")
    @Test
    void tablesThatLackARowAreNoSuccess() throws IOException {
        Path input = lines(PROBLEMS, "rows.ndjson");
        assertThat(run(request(input, "rows"))).isTrue();
        Map<String, Long> before = objectives("rows");
        Path success = dir.resolve("rows/_SUCCESS");
        for (String table : List.of("frames", "people")) {
            assertThat(success).exists();
            Path part = output("rows").parts(table).get(0);
            String name = OutputFolder.origin(new org.apache.hadoop.fs.Path(part.toUri()));
            int lost = dropLastRow(part, table.equals("frames") ? OutputTables.FRAMES : OutputTables.PEOPLE);
            assertThatThrownBy(() -> run(request(input, "rows")))
                    .isInstanceOf(BatchFailedException.class)
                    .hasMessageStartingWith(
                            "the batch is not complete: " + name + " has " + (lost - 1) + " rows in " + table + " but ")
                    .hasMessageContaining(" " + lost + ";")
                    .hasMessageContaining("delete " + dir.resolve("rows") + "/_job/commits/" + name + " and run");
            assertThat(success).doesNotExist();
            // as the sentence says
            Files.delete(dir.resolve("rows/_job/commits").resolve(name));
            assertThat(run(request(input, "rows"))).isTrue();
            assertThat(objectives("rows")).isEqualTo(before);
        }
        assertThat(success).exists();
    }

    /** Says how many rows there were. */
    private static int dropLastRow(Path part, MessageType table) throws IOException {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(part.toUri());
        List<Group> rows = new ArrayList<>();
        try (ParquetReader<Group> reader =
                ParquetReader.builder(new GroupReadSupport(), file).build()) {
            for (Group row = reader.read(); row != null; row = reader.read()) {
                rows.add(row);
            }
        }
        try (ParquetWriter<Group> writer = OutputTables.writer(file, table, new Configuration())) {
            for (Group row : rows.subList(0, rows.size() - 1)) {
                writer.write(row);
            }
        }
        return rows.size();
    }

    /** As many bytes as before, so that the file looks the same; it has one record fewer. */
    @Test
    void anInputThatHasChangedIsNoSuccess() throws IOException {
        Path input = lines(PROBLEMS, "changed.ndjson");
        assertThat(run(request(input, "changed"))).isTrue();
        Files.delete(dir.resolve("changed/_job/commits/part-000000"));
        Files.writeString(input, Files.readString(input).replaceFirst("\n", " "));
        assertThatThrownBy(() -> run(request(input, "changed")))
                .isInstanceOf(BatchFailedException.class)
                .hasMessageContaining("is not what was planned: it has changed since the job began");
        assertThat(dir.resolve("changed/_SUCCESS")).doesNotExist();
        lines(PROBLEMS.subList(1, PROBLEMS.size()), "changed.ndjson");
        assertThatThrownBy(() -> run(request(input, "changed")))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll("was begun with 'input ", "changed.ndjson, ", "but is now asked for 'input ");
    }

    /** As Spark does with a folder; and what a batch has written there is no input when it is resumed. */
    @Tag("slow")
    @Test
    void hiddenFilesAndTheOutputAreNoInput() throws IOException {
        Path in = Files.createDirectories(dir.resolve("in"));
        for (String name : List.of("a.ndjson", "sub/b=c/b.ndjson", "_c.ndjson", ".d.ndjson", "_temporary/0/e.ndjson")) {
            Files.createDirectories(in.resolve(name).getParent());
            lines(Made.problems(2, 2, Crowding.EASY), "in/" + name);
        }
        for (int time = 0; time < 2; time++) {
            assertThat(run(request(in, "in/out"))).isTrue();
            assertThat(output("in/out").rows("frames"))
                    .extracting(row -> row.getString("source", 0).replaceFirst(" .*", ""))
                    .containsExactlyInAnyOrder("a.ndjson", "a.ndjson", "b.ndjson", "b.ndjson");
        }
        assertThat(said.toString(UTF_8)).contains("; 0 of ");
        assertThatThrownBy(() -> run(request(in.resolve("_c.ndjson"), "x")))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("_c.ndjson: found a name that begins with . or _");
    }

    @Test
    void mistakesAreOneLine() throws IOException {
        assertThatThrownBy(() -> run(request(dir.resolve("nowhere.ndjson"), "x")))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("nowhere.ndjson: no such file or folder");
        Path pretty = Files.writeString(dir.resolve("pretty.json"), "{\n \"format\": 1}\n");
        assertThatThrownBy(() -> run(request(pretty, "x")))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("one document over many lines");
        assertThatThrownBy(() -> run(LocalBatch.with(request(pretty, "x"), Map.of("spark.jointly.lease", "1s"))))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("--conf spark.jointly.lease was removed");
        Path odd = Files.writeString(dir.resolve("odd.csv"), "a,b\n");
        assertThatThrownBy(() -> run(request(odd, "x")))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("odd.csv: found a file of unknown kind");
        assertThat(run(request(lines(PROBLEMS.subList(0, 1), "one.ndjson"), "one")))
                .isTrue();
        assertThatThrownBy(() -> run(request(output("one").parts("people").get(0), "x")))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll(".parquet: found the columns frame, source", "but expected problem, or id");
    }
}
