package dev.jointly.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The contents of the output over all runs, counted from the tables themselves.
 *
 * @param bytes of both tables
 * @param slowest seconds
 * @param speeds frames by their seconds: below 1 ms, 10 ms, 100 ms, 1 s, 10 s, 100 s, and the rest
 * @param errors a few of them: id and message
 * @param wrong pieces whose tables have other rows than they should
 */
record Tally(
        long frames,
        long optimal,
        long bounded,
        long failed,
        long quarantined,
        long people,
        long bytes,
        double seconds,
        double slowest,
        double widestGap,
        List<Long> speeds,
        List<Row> errors,
        List<Wrong> wrong) {
    private static final int SPEEDS = 7;
    private static final int MAX_ERRORS = 20;
    private static final int SLICES = 200;

    /** A piece that is not what it should be, and how. */
    record Wrong(String piece, String sentence) {}

    /** The bytes of the files of a piece; or the one that is missing. */
    private record Size(Commit commit, long bytes, String missing) implements Serializable {
        static Size of(Commit commit, OutputFolder folder, FileSystem files) throws IOException {
            long bytes = 0;
            for (Path table : List.of(folder.frames(), folder.people())) {
                Path file = OutputFolder.data(table, commit.piece(), commit.attempt());
                try {
                    bytes += files.getFileStatus(file).getLen();
                } catch (FileNotFoundException e) {
                    return new Size(commit, 0, file.toString());
                }
            }
            return new Size(commit, bytes, "");
        }
    }

    /** Counts these pieces, whose commits are in the same order, and compares each with what is expected of it. */
    static Tally of(
            List<Piece> pieces,
            List<Commit> commits,
            OutputFolder folder,
            SparkSession spark,
            Broadcast<SerializableConfiguration> hadoop) {
        if (commits.isEmpty()) {
            return nothing(List.of());
        }
        List<Size> sizes = JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(commits, Math.min(SLICES, commits.size()))
                .map(commit ->
                        Size.of(commit, folder, folder.files(hadoop.value().value())))
                .collect();
        List<Wrong> missing = sizes.stream()
                .filter(size -> !size.missing().isEmpty())
                .map(size -> new Wrong(
                        size.commit().piece(),
                        size.commit().piece() + " is committed but " + size.missing() + " is missing"))
                .toList();
        if (!missing.isEmpty()) {
            return nothing(missing);
        }
        // as Spark does on its own
        for (String setting : List.of(
                "files.maxPartitionBytes",
                "files.openCostInBytes",
                "files.minPartitionNum",
                "parquet.enableVectorizedReader")) {
            spark.conf().unset("spark.sql." + setting);
        }
        Dataset<Row> frames = table(spark, folder.frames(), commits);
        Dataset<Row> people = table(spark, folder.people(), commits);
        List<Wrong> wrong = wrong(pieces, commits, rows(frames, "sum(people)"), rows(people, "null"));
        long bytes = sizes.stream().mapToLong(Size::bytes).sum();
        return counted(frames, bytes, wrong);
    }

    private static Tally nothing(List<Wrong> wrong) {
        return new Tally(
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                IntStream.range(0, SPEEDS).mapToObj(i -> 0L).toList(),
                List.of(),
                wrong);
    }

    private static Dataset<Row> table(SparkSession spark, Path table, List<Commit> commits) {
        return spark.read()
                .parquet(commits.stream()
                        .map(commit -> OutputFolder.data(table, commit.piece(), commit.attempt()))
                        .map(file -> BatchInput.literal(file.toString()))
                        .toArray(String[]::new));
    }

    /** The rows of each file, and the sum of a column. */
    private static Map<String, Row> rows(Dataset<Row> table, String sum) {
        Map<String, Row> rows = new HashMap<>();
        for (Row row : table.groupBy("_metadata.file_name")
                .agg(functions.expr("count(*)"), functions.expr("coalesce(" + sum + ", 0)"))
                .collectAsList()) {
            rows.put(row.getString(0), row);
        }
        return rows;
    }

    /** Each record has its row, in the piece it was planned for or in the one it was postponed to; each person of a frame likewise. */
    private static List<Wrong> wrong(
            List<Piece> pieces, List<Commit> commits, Map<String, Row> frames, Map<String, Row> people) {
        List<Wrong> wrong = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            Commit commit = commits.get(i);
            String file = piece.name() + "." + commit.attempt() + OutputFolder.ENDING;
            Function<Row, Long> count = row -> row == null ? 0 : row.getLong(1);
            long found = count.apply(frames.get(file));
            long expected = piece.count() - commit.putOff();
            long persons = count.apply(people.get(file));
            Row row = frames.get(file);
            long expectedPersons = row == null ? 0 : row.getLong(2);
            if (found != expected) {
                wrong.add(new Wrong(
                        piece.name(), piece.name() + " has " + found + " rows in frames but the plan has " + expected));
            } else if (persons != expectedPersons) {
                wrong.add(new Wrong(
                        piece.name(),
                        piece.name() + " has " + persons + " rows in people but its frames have " + expectedPersons));
            }
        }
        return wrong;
    }

    private static Tally counted(Dataset<Row> frames, long bytes, List<Wrong> wrong) {
        List<String> sums = new ArrayList<>(List.of(
                "count(*)",
                "count_if(status = 'optimal')",
                "count_if(status = 'bounded')",
                "count_if(status = 'error')",
                "count_if(quarantined)",
                "coalesce(sum(people), 0L)",
                "coalesce(sum(seconds), 0d)",
                "coalesce(max(seconds), 0d)",
                "coalesce(max(gap), 0d)"));
        int before = sums.size();
        for (int speed = 0; speed < SPEEDS; speed++) {
            sums.add("count_if(greatest(0, least(" + (SPEEDS - 1) + ", floor(log10(greatest(seconds, 1e-9)) + 4))) = "
                    + speed + ")");
        }
        Row sum = frames.selectExpr(sums.toArray(String[]::new)).first();
        List<Row> errors = frames.where("status = 'error'")
                .select("id", "error")
                .limit(MAX_ERRORS)
                .collectAsList();
        return new Tally(
                sum.getLong(0),
                sum.getLong(1),
                sum.getLong(2),
                sum.getLong(3),
                sum.getLong(4),
                sum.getLong(5),
                bytes,
                sum.getDouble(6),
                sum.getDouble(7),
                sum.getDouble(8),
                IntStream.range(before, before + SPEEDS).mapToObj(sum::getLong).toList(),
                errors,
                wrong);
    }
}
