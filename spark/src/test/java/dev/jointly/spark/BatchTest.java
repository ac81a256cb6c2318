package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.io.BadInputException;
import dev.jointly.io.batch.BatchFailedException;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.AbstractThrowableAssert;
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

    /** So short that there is a second pass. */
    private static final Duration SHORT = Duration.ofMillis(1);

    private static final String PARTITION = "spark.sql.files.maxPartitionBytes";

    @TempDir
    Path temporary;

    private Path dir = Path.of("");

    @BeforeEach
    void inAFolderWithAnOddName() throws IOException {
        dir = Files.createDirectories(temporary.resolve("a [b] c%20d {e,f} #1 *"));
    }

    private Path lines(List<Problem> problems, String name) throws IOException {
        return Made.write(dir.resolve(name), problems);
    }

    private LocalBatch batch(Path input, String out) {
        return new LocalBatch(input, dir.resolve(out));
    }

    private Output output(String name) {
        return new Output(dir.resolve(name));
    }

    private static AbstractThrowableAssert<?, ?> assertRefused(LocalBatch batch) {
        return assertThatThrownBy(batch::run).isInstanceOf(BadInputException.class);
    }

    private static AbstractThrowableAssert<?, ?> assertStopped(LocalBatch batch) {
        return assertThatThrownBy(batch::run).isInstanceOf(BatchFailedException.class);
    }

    /** The piece of a data file. */
    private static String piece(org.apache.hadoop.fs.Path file) {
        return file.getName().replaceFirst("\\..*", "");
    }

    @Tag("slow")
    @Test
    void linesPackedLinesAndTablesGiveTheSameAnswers() throws IOException {
        Map<String, Long> expected = Made.objectives(PROBLEMS);
        ProblemTable.write(PROBLEMS, dir.resolve("table.parquet"));
        for (Path input : List.of(
                lines(PROBLEMS, "plain.ndjson"), lines(PROBLEMS, "packed.jsonl.gz"), dir.resolve("table.parquet"))) {
            String out = input.getFileName().toString().replaceFirst("\\..*", "");
            LocalBatch batch = batch(input, out);
            assertThat((out.equals("table") ? batch.with(PARTITION, "10k") : batch).run())
                    .isTrue();
            assertThat(output(out).objectives()).as(out).isEqualTo(expected);
        }
        assertThat(output("table").parts("frames")).as("of one row group").hasSizeGreaterThan(1);
        tablesCanBeReadBySpark(expected);
    }

    private void tablesCanBeReadBySpark(Map<String, Long> expected) throws IOException {
        try (SparkSession spark = LocalBatch.session("local[1]").getOrCreate()) {
            List<Row> frames = spark.read()
                    .parquet(BatchInput.literal(dir.resolve("plain/frames").toString()))
                    .select("id", "objective", "certificate", "image.width")
                    .collectAsList();
            assertThat(frames)
                    .hasSize(expected.size())
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
        assertThat(batch(input, "again").with(PARTITION, "100k").run()).isTrue();
        Output out = output("again");
        Map<String, Long> before = out.objectives();
        List<org.apache.hadoop.fs.Path> parts = out.parts("frames");
        assertThat(parts).hasSizeGreaterThan(1);
        int lost = out.rows(parts.subList(0, 1)).size();
        out.files().delete(parts.get(0), false);
        String piece = piece(parts.get(0));
        assertStopped(batch(input, "again"))
                .hasMessageContainingAll(
                        piece + " is committed but ",
                        parts.get(0).getName() + " is missing; delete ",
                        "/_job/commits/" + piece);
        Files.delete(dir.resolve("again/_job/commits").resolve(piece));
        LocalBatch again = batch(input, "again");
        assertThat(again.run()).isTrue();
        assertThat(again.said()).contains("1 of " + parts.size() + " parts and " + lost + " frames in this run");
        assertThat(out.objectives()).isEqualTo(before);

        assertRefused(batch(input, "again").firstPass(Duration.ofSeconds(3)))
                .hasMessageContainingAll("again", "'first pass 60000 ms'", "'first pass 3000 ms'", "another --out");
    }

    @Tag("slow")
    @Test
    void hardProblemsWaitForTheSecondPassAndShardsShareAFolder() throws IOException {
        List<Problem> hard = Made.problems(40, 3, Crowding.DENSE);
        Map<String, Long> expected = Made.objectives(hard);
        Path input = lines(hard, "hard.ndjson");
        Path coco = dir.resolve("people.coco.json");
        for (int shard = 0; shard < 2; shard++) {
            LocalBatch batch = batch(input, "hard").firstPass(SHORT).shard(shard, 2);
            assertThat((shard == 0 ? batch : batch.coco(coco)).run()).isTrue();
            assertThat(output("hard").rows("frames")).hasSizeBetween(1, shard == 0 ? hard.size() - 1 : hard.size());
        }
        assertThat(output("hard").objectives()).isEqualTo(expected);
        assertThat(output("hard").rows("frames"))
                .anyMatch(row -> row.getInteger("pass", 0) == 2)
                .allMatch(row -> row.getString("source", 0).startsWith("hard.ndjson at byte "));
        assertThat(dir.resolve("hard/_SUCCESS-0-of-2")).exists();
        assertThat(dir.resolve("hard/summary-1-of-2.html")).content().contains("proven optimal");
        assertThat(coco).content().contains("\"keypoints\"", "\"file_name\": \"p");

        // done anew, a piece leaves nothing of its problems that were postponed before; strange files stay
        Path strange = Files.writeString(dir.resolve("hard/frames/of-somebody-else"), "");
        Files.delete(dir.resolve("hard/_job/commits/part-000000"));
        assertThat(batch(input, "hard").firstPass(SHORT).shard(0, 2).run()).isTrue();
        assertThat(output("hard").objectives()).isEqualTo(expected);
        assertThat(strange).exists();
    }

    @Tag("slow")
    @Test
    void tablesThatLackARowAreNoSuccess() throws IOException {
        Path input = lines(PROBLEMS, "rows.ndjson");
        assertThat(batch(input, "rows").run()).isTrue();
        Output out = output("rows");
        Map<String, Long> before = out.objectives();
        for (String table : List.of("frames", "people")) {
            assertThat(out.has("_SUCCESS")).isTrue();
            org.apache.hadoop.fs.Path part = out.parts(table).get(0);
            MessageType columns = table.equals("frames") ? OutputTables.FRAMES : OutputTables.PEOPLE;
            List<Group> rows = out.rows(List.of(part));
            try (ParquetWriter<Group> writer = OutputTables.writer(part, columns, new Configuration())) {
                for (Group row : rows.subList(1, rows.size())) {
                    writer.write(row);
                }
            }
            assertStopped(batch(input, "rows"))
                    .hasMessageStartingWith("the batch is not complete: " + piece(part) + " has " + (rows.size() - 1)
                            + " rows in " + table + " but ")
                    .hasMessageContaining(" " + rows.size() + ";")
                    .hasMessageContaining(
                            "delete " + dir.resolve("rows") + "/_job/commits/" + piece(part) + " and run");
            assertThat(out.has("_SUCCESS")).isFalse();
            // as the sentence says
            Files.delete(dir.resolve("rows/_job/commits").resolve(piece(part)));
            assertThat(batch(input, "rows").run()).isTrue();
            assertThat(out.objectives()).isEqualTo(before);
        }
        assertThat(out.has("_SUCCESS")).isTrue();
    }

    /** As many bytes as before, so that the file looks the same; it has one record fewer. */
    @Test
    void anInputThatHasChangedIsNoSuccess() throws IOException {
        Path input = lines(PROBLEMS, "changed.ndjson");
        assertThat(batch(input, "changed").run()).isTrue();
        Files.delete(dir.resolve("changed/_job/commits/part-000000"));
        Files.writeString(input, Files.readString(input).replaceFirst("\n", " "));
        assertStopped(batch(input, "changed"))
                .hasMessageContaining("is not what was planned: it has changed since the job began");
        assertThat(dir.resolve("changed/_SUCCESS")).doesNotExist();
        lines(PROBLEMS.subList(1, PROBLEMS.size()), "changed.ndjson");
        assertRefused(batch(input, "changed"))
                .hasMessageContainingAll("was begun with 'input ", "changed.ndjson, ", "but is now asked for 'input ");
    }

    /** As Spark does with a folder; and what a batch has written there is no input when it is resumed. */
    @Tag("slow")
    @Test
    void hiddenFilesAndTheOutputAreNoInput() throws IOException {
        Path in = dir.resolve("in");
        for (String name : List.of("a.ndjson", "sub/b=c/b.ndjson", "_c.ndjson", ".d.ndjson", "_temporary/0/e.ndjson")) {
            lines(Made.problems(2, 2, Crowding.EASY), "in/" + name);
        }
        LocalBatch batch = batch(in, "in/out");
        for (int time = 0; time < 2; time++) {
            assertThat(batch.run()).isTrue();
            assertThat(output("in/out").rows("frames"))
                    .extracting(row -> row.getString("source", 0).replaceFirst(" .*", ""))
                    .containsExactlyInAnyOrder("a.ndjson", "a.ndjson", "b.ndjson", "b.ndjson");
        }
        assertThat(batch.said()).contains("; 0 of ");
        assertRefused(batch(in.resolve("_c.ndjson"), "x"))
                .hasMessageContaining("_c.ndjson: found a name that begins with . or _");
    }

    @Test
    void mistakesAreOneLine() throws IOException {
        assertRefused(batch(dir.resolve("nowhere.ndjson"), "x"))
                .hasMessageContaining("nowhere.ndjson: no such file or folder");
        Path pretty = Files.writeString(dir.resolve("pretty.json"), "{\n \"format\": 1}\n");
        assertRefused(batch(pretty, "x")).hasMessageContaining("one document over many lines");
        assertRefused(batch(pretty, "x").with("spark.jointly.lease", "1s"))
                .hasMessageStartingWith("--conf spark.jointly.lease was removed");
        assertRefused(batch(Files.writeString(dir.resolve("odd.csv"), "a,b\n"), "x"))
                .hasMessageContaining("odd.csv: found a file of unknown kind");
        assertThat(batch(lines(PROBLEMS.subList(0, 1), "one.ndjson"), "one").run())
                .isTrue();
        assertRefused(batch(Path.of(output("one").parts("people").get(0).toUri()), "x"))
                .hasMessageContainingAll(".parquet: found the columns frame, source", "but expected problem, or id");
    }
}
