package dev.jointly.spark;

import dev.jointly.solve.Settings;
import dev.jointly.solve.option.SolveOptions;
import dev.jointly.vision.net.ModelStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * From a table of problems to a table of people, one row per problem, as a function in a Spark job of your own:
 *
 * <pre>{@code
 * Dataset<Row> solved = SolveFrames.with(Settings.defaults()).apply(problems);
 * }</pre>
 *
 * <p>A problem is the JSON document in a column {@code problem}, or columns named like the fields of such a document. All other columns
 * are handed through, behind those of {@link #resultType()}. Whatever happens to a problem becomes its row: an invalid one has
 * {@code status = 'error'} and the message. A solve far beyond its time limit is given up on, and tried once more in a child process. A
 * task that Spark repeats solves in a child process, so that a problem that kills its process is found, and quarantined.
 * Each solution is checked before its row is made.
 *
 * <p>The function writes nothing and keeps no state: how rows are written, and whether each is written once, is up to the job.
 * Immutable.
 */
public final class SolveFrames {
    private static final StructType RESULT = StructType.fromDDL("""
            id string, status string not null, method string, error string, quarantined boolean not null,
            objective double, lowerBound double, gap double, seconds double not null, problemSha256 string,
            certificate string, people array<struct<person: int, cost: double, score: double, weak: boolean,
            joints: array<struct<part: string, detection: int, x: double, y: double, score: double,
            duplicates: array<int>>>>>""");

    private final SolveSettings settings;
    private final @Nullable String model;
    private final @Nullable String costs;

    private SolveFrames(SolveSettings settings, @Nullable String model, @Nullable String costs) {
        this.settings = settings;
        this.model = model;
        this.costs = costs;
    }

    /**
     * The function with these settings. Parallelism is that of Spark's tasks, so a problem has one thread.
     *
     * @throws IllegalArgumentException for settings that a task does not have: threads, and options other than the defaults
     */
    public static SolveFrames with(Settings settings) {
        if (settings.threads() != 1 || !settings.options().equals(SolveOptions.defaults())) {
            throw new IllegalArgumentException(
                    "found " + settings
                            + " but expected one thread and the default options: only the method, the time limit and the gap may differ");
        }
        return new SolveFrames(SolveSettings.of(settings), null, null);
    }

    /** The same without certificates, which are most of the output: the column is null. */
    public SolveFrames withoutCertificates() {
        return new SolveFrames(settings.withCertificates(false), model, costs);
    }

    /**
     * The same for images instead of problems: the input has a column {@code path}, and may have a column {@code content} with
     * the bytes of the file, as Spark's {@code binaryFile} source gives them.
     *
     * @param network name of a network, or the file of a model card; its files are shipped with {@code SparkContext.addFile}
     * @param costModel file of a cost model; null for the one that goes with the network
     */
    public SolveFrames withNetwork(String network, @Nullable String costModel) {
        return new SolveFrames(settings, network, costModel);
    }

    /** The columns of the result, without those that are handed through. */
    public static StructType resultType() {
        return RESULT;
    }

    /**
     * Solves each row. Nothing happens before the result is written, or read.
     *
     * @throws IllegalArgumentException if columns are missing, or one that is handed through has a name of the result's
     */
    public Dataset<Row> apply(Dataset<Row> problems) {
        StructType in = problems.schema();
        Set<String> own = model == null ? requireProblem(in) : requireImage(in);
        List<Integer> carried = new ArrayList<>();
        StructType out = RESULT;
        for (int i = 0; i < in.length(); i++) {
            StructField column = in.apply(i);
            if (!own.contains(column.name())) {
                if (Arrays.stream(RESULT.fieldNames()).anyMatch(column.name()::equalsIgnoreCase)) {
                    throw new IllegalArgumentException("found a column " + column.name()
                            + " that is no part of the problem, but the result has one of this name; rename it");
                }
                // not its name, which another may have too
                carried.add(i);
                out = out.add(column);
            }
        }
        SparkContext spark = problems.sparkSession().sparkContext();
        SolveSettings shipped = shipped(settings, model, costs, spark);
        Broadcast<SerializableConfiguration> hadoop = JavaSparkContext.fromSparkContext(spark)
                .broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
        String place = model == null ? "problem" : "image";
        return problems.map(
                (MapFunction<Row, Row>) row -> {
                    List<@Nullable Object> values = new ArrayList<>();
                    RawRecord record =
                            RawRecord.of(place, row, shipped, hadoop.value().value());
                    Row solved = solved(record, shipped);
                    IntStream.range(0, solved.length()).mapToObj(solved::get).forEach(values::add);
                    carried.forEach(column -> values.add(row.get(column)));
                    return RowFactory.create(values.toArray());
                },
                Encoders.row(out));
    }

    /** The columns of the result, by the worker of the running task. */
    static Row solved(RawRecord record, SolveSettings settings) throws IOException {
        TaskContext task = TaskContext.get();
        if (task != null) {
            return Objects.requireNonNull(
                    Worker.ofTask(settings, task).group(record).row());
        }
        // of a table of literals, which the driver evaluates
        try (Worker worker = Worker.of(settings, false)) {
            return Objects.requireNonNull(worker.group(record).row());
        }
    }

    private static Set<String> requireImage(StructType in) {
        require(in, RawRecord.PATH, StringType.class);
        if (in.getFieldIndex(RawRecord.CONTENT).isDefined()) {
            require(in, RawRecord.CONTENT, BinaryType.class);
        }
        return Set.of(RawRecord.CONTENT);
    }

    /**
     * The columns that make a problem.
     *
     * @throws IllegalArgumentException if some are missing
     */
    static Set<String> requireProblem(StructType in) {
        List<String> names = List.of(in.fieldNames());
        if (names.contains(ProblemColumns.WHOLE)) {
            require(in, ProblemColumns.WHOLE, StringType.class);
            return Set.of(ProblemColumns.WHOLE);
        }
        if (!names.containsAll(List.of("id", "anatomy", "detections"))) {
            throw new IllegalArgumentException("found the columns " + String.join(", ", in.fieldNames())
                    + " but expected problem, or id, anatomy, poseCost, detections and pairs");
        }
        return ProblemColumns.FIELDS;
    }

    private static void require(StructType in, String name, Class<? extends DataType> type) {
        if (Arrays.stream(in.fields())
                        .filter(column -> column.name().equals(name) && type.isInstance(column.dataType()))
                        .count()
                != 1) {
            throw new IllegalArgumentException("expected one column " + name + " of type "
                    + type.getSimpleName().replace("Type", "").toLowerCase(java.util.Locale.ROOT) + " but found "
                    + in.simpleString());
        }
    }

    /** The settings of tasks, after the files they need were shipped. */
    static SolveSettings shipped(
            SolveSettings settings, @Nullable String model, @Nullable String costs, SparkContext spark) {
        if (model == null) {
            return settings;
        }
        ModelStore.Model found = ModelStore.ofUser().find(model);
        if (!found.bundled()) {
            spark.addFile(found.network().toString());
        }
        if (!ModelStore.SHIPPED.contains(model)) {
            spark.addFile(model);
        }
        if (costs != null) {
            spark.addFile(costs);
        }
        return settings.withNetwork(new Path(model).getName(), costs == null ? null : new Path(costs).getName());
    }
}
