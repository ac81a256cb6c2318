package dev.jointly.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The contents of the output over all runs, counted from the tables themselves.
 *
 * @param totals by name, those of {@link #TOTALS} and the bytes of both tables
 * @param speeds frames by their seconds: below 1 ms, 10 ms, 100 ms, 1 s, 10 s, 100 s, and the rest
 * @param errors a few of them: id and message
 * @param wrong pieces whose tables have other rows than they should
 */
record Tally(Map<String, Number> totals, List<Long> speeds, List<Row> errors, List<Wrong> wrong) {
    /** What is counted of a table of frames. */
    private static final StructType FRAMES = StructType.fromDDL(
            "id string, status string, gap double, seconds double, people int, error string, quarantined boolean");

    private static final int SPEEDS = 7;
    private static final int MAX_ERRORS = 20;
    private static final int SLICES = 200;

    /** Names and how each is counted in the table of frames. */
    private static final Map<String, String> TOTALS = new LinkedHashMap<>();

    static {
        TOTALS.put("frames", "count(*)");
        TOTALS.put("people", "coalesce(sum(people), 0L)");
        TOTALS.put("optimal", "count_if(status = 'optimal')");
        TOTALS.put("bounded", "count_if(status = 'bounded')");
        TOTALS.put("failed", "count_if(status = 'error')");
        TOTALS.put("quarantined", "count_if(quarantined)");
        TOTALS.put("widestGap", "coalesce(max(gap), 0d)");
        TOTALS.put("frameSeconds", "coalesce(sum(seconds), 0d)");
        TOTALS.put("slowestFrameSeconds", "coalesce(max(seconds), 0d)");
        for (int speed = 0; speed < SPEEDS; speed++) {
            TOTALS.put(
                    "speed" + speed,
                    "count_if(greatest(0, least(" + (SPEEDS - 1) + ", floor(log10(greatest(seconds, 1e-9)) + 4))) = "
                            + speed + ")");
        }
    }

    /** A piece that is not what it should be, and how. */
    record Wrong(String piece, String sentence) {}

    /** The bytes of the files of a piece; or the one that is missing. */
    private record Size(String piece, long bytes, String missing) implements Serializable {
        static Size of(Commit commit, OutputFolder folder, FileSystem files) throws IOException {
            long bytes = 0;
            for (Path table : List.of(folder.frames(), folder.people())) {
                Path file = OutputFolder.data(table, commit.piece(), commit.attempt());
                try {
                    bytes += files.getFileStatus(file).getLen();
                } catch (FileNotFoundException e) {
                    return new Size(commit.piece(), 0, file.toString());
                }
            }
            return new Size(commit.piece(), bytes, "");
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
            return counted(spark.createDataFrame(List.of(), FRAMES), 0, List.of());
        }
        List<Size> sizes = JavaSparkContext.fromSparkContext(spark.sparkContext())
                .parallelize(commits, Math.min(SLICES, commits.size()))
                .map(commit ->
                        Size.of(commit, folder, folder.files(hadoop.value().value())))
                .collect();
        List<Wrong> missing = sizes.stream()
                .filter(size -> !size.missing().isEmpty())
                .map(size -> new Wrong(size.piece(), "is committed but " + size.missing() + " is missing"))
                .toList();
        if (!missing.isEmpty()) {
            return counted(spark.createDataFrame(List.of(), FRAMES), 0, missing);
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
        return counted(frames, sizes.stream().mapToLong(Size::bytes).sum(), wrong);
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
            Commit commit = commits.get(i);
            String file = commit.piece() + "." + commit.attempt() + OutputFolder.ENDING;
            long found = number(frames, file, 1);
            long expected = pieces.get(i).count() - commit.putOff();
            long persons = number(people, file, 1);
            long expectedPersons = number(frames, file, 2);
            if (found != expected) {
                wrong.add(new Wrong(commit.piece(), "has " + found + " rows in frames but the plan has " + expected));
            } else if (persons != expectedPersons) {
                wrong.add(new Wrong(
                        commit.piece(), "has " + persons + " rows in people but its frames have " + expectedPersons));
            }
        }
        return wrong;
    }

    private static long number(Map<String, Row> rows, String file, int column) {
        Row row = rows.get(file);
        return row == null ? 0 : row.getLong(column);
    }

    private static Tally counted(Dataset<Row> frames, long bytes, List<Wrong> wrong) {
        Row sums = frames.selectExpr(TOTALS.values().toArray(String[]::new)).first();
        Map<String, Number> totals = new LinkedHashMap<>();
        List<Long> speeds = new ArrayList<>();
        for (String name : TOTALS.keySet()) {
            Number sum = sums.getAs(totals.size() + speeds.size());
            if (name.startsWith("speed")) {
                speeds.add(sum.longValue());
            } else {
                totals.put(name, sum);
            }
        }
        totals.put("bytes", bytes);
        List<Row> errors = frames.where("status = 'error'")
                .select("id", "error")
                .limit(MAX_ERRORS)
                .collectAsList();
        return new Tally(totals, speeds, errors, wrong);
    }

    long count(String name) {
        return number(name).longValue();
    }

    Number number(String name) {
        return Objects.requireNonNull(totals.get(name), name);
    }
}
