package dev.jointly.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tables of a batch as DuckDB reads them.
 *
 * @param folder that holds the folders frames and people
 */
record DuckTables(Path folder) {
    /**
     * What can be counted in them, costs in micro-units.
     *
     * @param doubles duplicates in the lists of all joints
     */
    record Totals(
            long frames, long ids, long people, long objective, long rows, long cost, long joints, long doubles) {}

    /** A file of a table, and how many row groups it has. */
    record TableFile(String file, long groups) {}

    /** Counts the frames whose number is a multiple of this, and their people. */
    Totals totals(int every) throws SQLException {
        List<Long> frames = numbers(
                "select count(*), count(distinct id), sum(people), sum(round(objective * 1e6)::bigint) from read_parquet('"
                        + folder + "/frames/*.parquet') where " + some("id", every));
        List<Long> people = numbers("select count(*), sum(round(cost * 1e6)::bigint), sum(len(joints)),"
                + " sum(list_sum(list_transform(joints, lambda joint: len(joint.doubles)))) from read_parquet('"
                + folder + "/people/*.parquet') where " + some("frame", every));
        return new Totals(
                frames.get(0),
                frames.get(1),
                frames.get(2),
                frames.get(3),
                people.get(0),
                people.get(1),
                people.get(2),
                people.get(3));
    }

    private static String some(String id, int every) {
        return "cast(substr(" + id + ", 2) as integer) % " + every + " = 0";
    }

    /** Each joint as a row, counted by its part. */
    List<String> parts() throws SQLException {
        return lines(
                "select joint.part, count(*), count(joint.x), count(distinct joint.detection) from (select unnest(joints) as joint from"
                        + " read_parquet('" + folder + "/people/*.parquet')) group by 1 order by 1");
    }

    List<TableFile> files(String table) throws SQLException {
        return lines("select file_name, num_row_groups from parquet_file_metadata('" + folder + "/" + table
                        + "/*.parquet') order by 1")
                .stream()
                .map(line -> line.split("\t", -1))
                .map(words -> new TableFile(words[0], Long.parseLong(words[1])))
                .toList();
    }

    /** The same tables in one file each, by the recipe of docs/spark.md. */
    DuckTables merged(Path target) throws IOException, SQLException {
        for (String table : List.of("frames", "people")) {
            Path file = Files.createDirectories(target.resolve(table)).resolve("all.parquet");
            lines("copy (select * from read_parquet('" + folder + "/" + table + "/*.parquet')) to '" + file
                    + "' (format parquet, compression zstd)");
        }
        return new DuckTables(target);
    }

    private static List<Long> numbers(String query) throws SQLException {
        return Stream.of(lines(query).get(0).split("\t", -1)).map(Long::valueOf).toList();
    }

    /** The rows of an answer, their values between tabs; none for a statement that has no answer. */
    static List<String> lines(String query) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement()) {
            boolean answered = statement.execute(query);
            ResultSet rows = statement.getResultSet(); // closed with its statement
            while (answered && rows.next()) {
                List<String> words = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    words.add(String.valueOf(rows.getString(i)));
                }
                lines.add(String.join("\t", words));
            }
        }
        return lines;
    }
}
