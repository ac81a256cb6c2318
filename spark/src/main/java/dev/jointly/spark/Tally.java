package dev.jointly.spark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The contents of the output over all runs, counted from the tables themselves.
 *
 * @param totals of {@link #TOTALS}, then the frames by their {@link #SPEEDS}
 * @param bytes of both tables
 * @param errors a few of them: id and message
 * @param wrong pieces whose tables have other rows than they should
 */
record Tally(Row totals, long bytes, List<Row> errors, List<Wrong> wrong) {
    /** What is counted of the table of frames, and what the summary calls it. */
    private static final List<String> TOTALS = List.of(
            "count(*) as frames",
            "coalesce(sum(people), 0L) as people",
            "count_if(status = 'optimal') as optimal",
            "count_if(status = 'bounded') as bounded",
            "count_if(status = 'error') as failed",
            "count_if(quarantined) as quarantined",
            "coalesce(max(gap), 0d) as widestGap",
            "coalesce(sum(seconds), 0d) as frameSeconds",
            "coalesce(max(seconds), 0d) as slowestFrameSeconds");

    static final List<String> SPEEDS = List.of(
            "below 1 ms", "1 to 10 ms", "10 to 100 ms", "0.1 to 1 s", "1 to 10 s", "10 to 100 s", "100 s and more");

    private static final String SPEED =
            "greatest(0, least(" + (SPEEDS.size() - 1) + ", floor(log10(greatest(seconds, 1e-9)) + 4)))";

    private static final StructType FRAMES = StructType.fromDDL(
            "id string, status string, gap double, seconds double, people int, error string, quarantined boolean");

    private static final Row NO_ROWS = RowFactory.create("", 0L, 0L, 0L);
    private static final int MAX_ERRORS = 20;

    /** A piece that is not what it should be, and how. */
    record Wrong(String piece, String sentence) {}

    /** Counts these pieces, whose commits are in the same order, and compares each with what is expected of it. */
    static Tally of(List<Piece> pieces, List<Commit> commits, OutputFolder folder, SparkSession spark) {
        Dataset<Row> none = spark.createDataFrame(List.of(), FRAMES);
        if (commits.isEmpty()) {
            return counted(none, 0, List.of());
        }
        try {
            Dataset<Row> frames = table(spark, OutputFolder.FRAMES, commits, folder);
            Map<String, Row> inFrames = files(frames, "sum(people)");
            Map<String, Row> inPeople = files(table(spark, OutputFolder.PEOPLE, commits, folder), "null");
            long bytes = Stream.of(inFrames, inPeople)
                    .flatMap(files -> files.values().stream())
                    .mapToLong(file -> file.getLong(3))
                    .sum();
            return counted(frames, bytes, wrong(pieces, commits, inFrames, inPeople));
        } catch (Exception e) {
            // Spark looks for every file before it reads any, and throws what Scala need not declare
            if (e instanceof SparkThrowable failure && "PATH_NOT_FOUND".equals(failure.getCondition())) {
                return counted(
                        none, 0, List.of(missing(failure.getMessageParameters().get("path"), commits)));
            }
            throw e;
        }
    }

    /** @param path as a pattern */
    private static Wrong missing(@Nullable String path, List<Commit> commits) {
        String file = String.valueOf(path).replaceAll("\\\\(.)", "$1");
        return commits.stream()
                .filter(commit -> file.endsWith("/" + commit.name() + OutputFolder.ENDING))
                .findFirst()
                .map(commit -> new Wrong(commit.piece(), "is committed but " + file + " is missing"))
                .orElseThrow(() -> new IllegalStateException(file + " is missing"));
    }

    private static Dataset<Row> table(SparkSession spark, String table, List<Commit> commits, OutputFolder folder) {
        return spark.read()
                .parquet(commits.stream()
                        .map(commit -> BatchInput.literal(
                                folder.data(table, commit.name()).toString()))
                        .toArray(String[]::new));
    }

    /** The rows of each file, the sum of a column, and bytes. */
    private static Map<String, Row> files(Dataset<Row> table, String sum) {
        Map<String, Row> files = new HashMap<>();
        table.groupBy("_metadata.file_name")
                .agg(
                        functions.expr("count(*)"),
                        functions.expr("coalesce(" + sum + ", 0L)"),
                        functions.expr("max(_metadata.file_size)"))
                .collectAsList()
                .forEach(file -> files.put(file.getString(0), file));
        return files;
    }

    /** Each record has its row, in the piece it was planned for or in the one it was postponed to; each person of a frame likewise. */
    private static List<Wrong> wrong(
            List<Piece> pieces, List<Commit> commits, Map<String, Row> frames, Map<String, Row> people) {
        List<Wrong> wrong = new ArrayList<>();
        for (int i = 0; i < pieces.size(); i++) {
            Commit commit = commits.get(i);
            Row inFrames = frames.getOrDefault(commit.name() + OutputFolder.ENDING, NO_ROWS);
            Row inPeople = people.getOrDefault(commit.name() + OutputFolder.ENDING, NO_ROWS);
            long expected = pieces.get(i).count() - commit.putOff();
            if (inFrames.getLong(1) != expected) {
                wrong.add(new Wrong(
                        commit.piece(), "has " + inFrames.getLong(1) + " rows in frames but the plan has " + expected));
            } else if (inPeople.getLong(1) != inFrames.getLong(2)) {
                wrong.add(new Wrong(
                        commit.piece(),
                        "has " + inPeople.getLong(1) + " rows in people but its frames have " + inFrames.getLong(2)));
            }
        }
        return wrong;
    }

    private static Tally counted(Dataset<Row> frames, long bytes, List<Wrong> wrong) {
        Stream<String> speeds = IntStream.range(0, SPEEDS.size()).mapToObj(i -> "count_if(" + SPEED + " = " + i + ")");
        Row totals = frames.selectExpr(Stream.concat(TOTALS.stream(), speeds).toArray(String[]::new))
                .first();
        List<Row> errors = frames.where("status = 'error'")
                .select("id", "error")
                .limit(MAX_ERRORS)
                .collectAsList();
        return new Tally(totals, bytes, errors, wrong);
    }

    /** Names of the totals. */
    List<String> names() {
        return List.of(totals.schema().fieldNames()).subList(0, TOTALS.size());
    }

    long count(String name) {
        return totals.<Long>getAs(name);
    }

    /** Frames of each of the speeds. */
    long[] speeds() {
        return IntStream.range(TOTALS.size(), totals.length())
                .mapToLong(totals::getLong)
                .toArray();
    }
}
