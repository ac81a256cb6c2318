package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.parquet.schema.Type.Repetition.REQUIRED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.batch.BatchFailedException;
import dev.jointly.io.batch.BatchRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Large files from small ones, whatever happens between. */
@Timeout(1800)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
class CompactionTest {
    @TempDir
    Path dir;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private static CompactFile.Source source(int number, long bytes) {
        return new CompactFile.Source("part-" + number + ".a0-0", 10, bytes);
    }

    @Test
    void filesOfATableHaveAboutTheSameSize() {
        List<CompactFile.Source> pieces =
                IntStream.range(0, 100).mapToObj(i -> source(i, 7 + i % 3)).toList();
        for (long target : new long[] {1, 50, 100, 333, 799, 5000}) {
            List<CompactFile> files = CompactFile.of("frames", pieces, target);
            assertThat(files.stream().flatMap(file -> file.sources().stream())).containsExactlyElementsOf(pieces);
            // a piece is not cut, so that a file may be off by one of them at each end
            assertThat(files).allMatch(file -> file.bytes() <= 1.5 * target + 18);
            assertThat(files).allMatch(file -> files.size() == 1 || file.bytes() >= target / 1.5 - 18);
        }
        assertThat(CompactFile.of("people", List.of(source(0, 1)), 1 << 20)).hasSize(1);
    }

    @Test
    void nameTellsWhatIsInside() {
        CompactFile file = new CompactFile("frames", 3, List.of(source(1, 5), source(2, 5)));
        assertThat(file.name()).startsWith("frames-00003-");
        assertThat(new CompactFile("frames", 3, List.of(source(1, 5), source(2, 5))).name())
                .isEqualTo(file.name());
        assertThat(new CompactFile("frames", 3, List.of(source(1, 5), source(3, 5))).name())
                .isNotEqualTo(file.name());
        assertThat(CompactFile.isName(file.name())).isTrue();
        assertThat(CompactFile.isName(file.name() + ".a1-2.parquet")).isTrue();
        assertThat(CompactFile.isName("frames-of-somebody.parquet")).isFalse();
    }

    private BatchRequest request(int shard, int shards) {
        return LocalBatch.with(
                LocalBatch.request(
                        dir.resolve("in").toString(), dir.resolve("out").toString()),
                new BatchRequest.Share(shard, shards));
    }

    private static BatchRequest compacted(BatchRequest request, long bytes) {
        return LocalBatch.with(request, new BatchRequest.Extras(null, bytes));
    }

    private String run(BatchRequest request) {
        said.reset();
        assertThat(Batch.run(request, new PrintStream(said, true, UTF_8))).isTrue();
        return said.toString(UTF_8);
    }

    private static Map<String, String> rows(Output output, String table, String... key) throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (Group row : output.rows(table)) {
            String name = row.getValueToString(row.getType().getFieldIndex(key[0]), 0)
                    + (key.length == 1 ? "" : "/" + row.getInteger(key[1], 0));
            assertThat(rows.put(name, row.toString())).as(name + " twice").isNull();
        }
        return rows;
    }

    private static long bytes(List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    private void requireSameTables(Output compact) throws IOException {
        Output pieces = new Output(dir.resolve("out"));
        assertThat(rows(compact, "frames", "id")).isNotEmpty().isEqualTo(rows(pieces, "frames", "id"));
        assertThat(rows(compact, "people", "frame", "person"))
                .isNotEmpty()
                .isEqualTo(rows(pieces, "people", "frame", "person"));
        assertThat(compact.folder().resolve("_SUCCESS")).exists();
        List<String> manifest = Files.readAllLines(compact.folder().resolve("_manifest"));
        assertThat(manifest)
                .hasSize(
                        compact.parts("frames").size() + compact.parts("people").size());
        assertThat(manifest).allMatch(line -> Files.exists(compact.folder().resolve(line.replaceFirst("\t.*", ""))));
    }

    @Tag("slow")
    @Test
    void compactedTablesHaveTheSameRowsAndAreDoneOnce() throws IOException {
        new TinyFrames(180).write(dir.resolve("in"), 6);
        run(request(0, 1));
        long third = bytes(new Output(dir.resolve("out")).parts("frames")) / 3;
        BatchRequest asked = compacted(request(0, 1), third);
        assertThat(run(asked)).contains("0 frames in this run");
        Output compact = new Output(dir.resolve("out/compact"));
        requireSameTables(compact);
        List<Path> frames = compact.parts("frames");
        assertThat(frames).hasSize(3);
        assertThat(new Output(dir.resolve("out")).parts("frames")).hasSize(6);

        // as a death before the commit leaves it: a file that does not count, and no _SUCCESS
        String name =
                OutputFolder.origin(new org.apache.hadoop.fs.Path(frames.get(1).toUri()));
        Path commit = dir.resolve("out/compact/_job/commits").resolve(name);
        Files.delete(commit);
        Files.delete(compact.folder().resolve("_SUCCESS"));
        Path strange = Files.writeString(compact.folder().resolve("frames/of-somebody-else"), "");
        assertThat(run(asked)).contains("0 frames in this run", "; 1 written in this run");
        assertThat(compact.parts("frames"))
                .hasSameSizeAs(frames)
                .doesNotContain(frames.get(1))
                .contains(frames.get(0));
        requireSameTables(compact);
        assertThat(strange).exists();

        // a file that somebody has deleted is missed
        Files.delete(frames.get(0));
        assertThatThrownBy(() -> run(asked))
                .isInstanceOf(BatchFailedException.class)
                .hasMessageContainingAll(
                        "is committed but its file is missing", "out/compact/_job/commits/frames-00000-");
        assertThat(compact.folder().resolve("_SUCCESS")).doesNotExist();

        // a piece that is done anew makes other files; so does another size, and the first size again
        Files.delete(dir.resolve("out/_job/commits/part-000000"));
        run(compacted(request(0, 1), 100 * third));
        assertThat(compact.parts("frames")).hasSize(1);
        requireSameTables(compact);
        run(asked);
        assertThat(compact.parts("frames")).hasSameSizeAs(frames);
        requireSameTables(compact);

        // without compaction, what is no longer true does not look complete
        Files.delete(dir.resolve("out/_job/commits/part-000001"));
        run(request(0, 1));
        assertThat(compact.folder().resolve("_SUCCESS")).doesNotExist();
    }

    @Tag("slow")
    @Test
    void shardsCompactTheirOwnAndFilesOfAnEarlierVersionMayLackAColumn() throws IOException {
        new TinyFrames(60).write(dir.resolve("in"), 2);
        run(request(0, 2));
        Path old = new Output(dir.resolve("out")).parts("frames").get(0);
        List<Group> rows = Output.rows(List.of(old));
        withoutCertificates(rows, old);
        run(compacted(request(0, 2), 1 << 20));
        run(compacted(request(1, 2), 1 << 20));
        Map<String, String> all = new TreeMap<>();
        for (String shard : List.of("compact-0-of-2", "compact-1-of-2")) {
            Output compact = new Output(dir.resolve("out").resolve(shard));
            assertThat(compact.folder().resolve("_SUCCESS")).exists();
            all.putAll(rows(compact, "frames", "id"));
        }
        assertThat(all).hasSize(60);
        assertThat(all.values().stream().filter(row -> !row.contains("\ncertificate: ")))
                .as("rows of the earlier version")
                .hasSameSizeAs(rows);
        assertThat(all.keySet())
                .isEqualTo(rows(new Output(dir.resolve("out")), "frames", "id").keySet());
    }

    /** Writes a table as a version would that has no such column yet. */
    private static void withoutCertificates(List<Group> rows, Path file) throws IOException {
        MessageType fewer = new MessageType(
                "frame",
                OutputTables.FRAMES.getFields().stream()
                        .filter(field -> !field.getName().equals("certificate"))
                        .toList());
        Files.delete(file);
        try (ParquetWriter<Group> writer =
                OutputTables.writer(new org.apache.hadoop.fs.Path(file.toUri()), fewer, new Configuration())) {
            for (Group row : rows) {
                Group copy = new SimpleGroup(fewer);
                for (int field = 0; field < fewer.getFieldCount(); field++) {
                    if (row.getFieldRepetitionCount(field) > 0) {
                        copy(row, copy, field);
                    }
                }
                writer.write(copy);
            }
        }
    }

    private static void copy(Group from, Group to, int field) {
        switch (from.getType().getType(field).asPrimitiveType().getPrimitiveTypeName()) {
            case BINARY -> to.add(field, from.getBinary(field, 0));
            case DOUBLE -> to.add(field, from.getDouble(field, 0));
            case INT32 -> to.add(field, from.getInteger(field, 0));
            case BOOLEAN -> to.add(field, from.getBoolean(field, 0));
            default -> throw new AssertionError(from.getType().getType(field));
        }
    }

    /** What docs/spark.md lets readers rely on: a column may be added here, as an optional one; none may go or change. */
    @Test
    void columnsOfTodayStay() {
        assertThat(columns(OutputTables.FRAMES))
                .contains(
                        "required binary id (STRING)",
                        "required binary source (STRING)",
                        "required binary status (STRING)",
                        "optional binary method (STRING)",
                        "optional double objective",
                        "optional double lowerBound",
                        "optional double gap",
                        "required double seconds",
                        "required int32 pass",
                        "optional int32 people",
                        "optional binary error (STRING)",
                        "required boolean quarantined",
                        "optional group image",
                        "optional binary anatomy (STRING)",
                        "optional binary problemSha256 (STRING)",
                        "optional binary certificate (STRING)");
        assertThat(columns(OutputTables.FRAMES.getType("image").asGroupType()))
                .contains("required binary file (STRING)", "required int32 width", "required int32 height");
        assertThat(columns(OutputTables.PEOPLE))
                .contains(
                        "required binary frame (STRING)",
                        "required binary source (STRING)",
                        "required int32 person",
                        "required double cost",
                        "required group joints (LIST)");
        GroupType joint =
                OutputTables.PEOPLE.getType("joints", "list", "element").asGroupType();
        assertThat(columns(joint))
                .contains(
                        "required binary part (STRING)",
                        "required int32 detection",
                        "optional double x",
                        "optional double y",
                        "optional double score",
                        "required group doubles (LIST)");
        assertThat(OutputTables.FRAMES.getFields().stream().filter(field -> field.isRepetition(REQUIRED)))
                .as("a new column is optional")
                .hasSize(6);
        assertThat(OutputTables.PEOPLE.getFields().stream().filter(field -> field.isRepetition(REQUIRED)))
                .hasSize(5);
    }

    /** Each field on a line, without what is inside. */
    private static List<String> columns(GroupType group) {
        return group.getFields().stream()
                .map(field -> field.toString().replaceFirst("(?s) \\{.*", ""))
                .toList();
    }
}
