package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Problems in Parquet files that another system has written, which have no index of their pages. */
@Timeout(120)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Hadoop needs winutils.exe there")
class OtherWritersTest {
    private static final int FRAMES = 300;

    @TempDir
    Path dir;

    @Test
    void piecesOfDuckDbsFilesAreThoseOfOurs() throws IOException, SQLException {
        new TinyFrames(FRAMES).write(dir.resolve("in"), 1);
        Path ours = dir.resolve("in/tiny-000.parquet");
        Path theirs = dir.resolve("theirs.parquet");
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            statement.execute("copy (select * from read_parquet('" + ours + "')) to '" + theirs + "' (format parquet)");
        }
        assertThat(isIndexed(group(ours))).isTrue();
        assertThat(isIndexed(group(theirs))).isFalse();
        for (int skip : new int[] {0, 1, 117, FRAMES - 40}) {
            List<String> expected = problems(ours, skip, 40);
            assertThat(expected.get(0)).contains("\"t" + skip + "\"");
            assertThat(problems(theirs, skip, 40)).as("from %d on", skip).isEqualTo(expected);
        }
    }

    private static BlockMetaData group(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))) {
            assertThat(reader.getRowGroups()).hasSize(1);
            return reader.getRowGroups().get(0);
        }
    }

    private static boolean isIndexed(BlockMetaData group) {
        return group.getColumns().stream().allMatch(column -> column.getOffsetIndexReference() != null);
    }

    private static List<String> problems(Path file, int skip, int count) throws IOException {
        long start = group(file).getStartingPos();
        Piece piece = new Piece(
                "part-000000", InputKind.PARQUET, file.toUri().toString(), start, start + 1, skip, count, 1, 1, 1);
        List<String> problems = new ArrayList<>();
        try (Records records = Records.open(piece, new Configuration())) {
            for (int i = 0; i < count; i++) {
                problems.add(records.next().text());
            }
        }
        return problems;
    }
}
