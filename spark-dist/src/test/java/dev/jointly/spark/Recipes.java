package dev.jointly.spark;

import dev.jointly.solve.Settings;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;

/** The recipes of docs/spark.md, as somebody else's program has them. */
final class Recipes {
    private Recipes() {}

    /** A session with Delta Lake, and the function of SQL. */
    static SparkSession session(Path warehouse) {
        return LocalBatch.session("local[2]")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.databricks.delta.snapshotPartitions", "2")
                .config(
                        "spark.sql.extensions",
                        "io.delta.sql.DeltaSparkSessionExtension,dev.jointly.spark.JointlyExtensions")
                .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                .config("spark.sql.warehouse.dir", warehouse.toString())
                .getOrCreate();
    }

    /** Writes the rows of a batch with a number. */
    interface Sink {
        void write(Dataset<Row> solved, long batch);
    }

    /** Solves the files that have come since the last time, some at a time. */
    static void solveNewFiles(SparkSession spark, Path in, int files, Path checkpoint, Sink sink)
            throws TimeoutException, StreamingQueryException {
        spark.readStream()
                .option("maxFilesPerTrigger", files)
                .text(in.toString())
                .toDF("problem")
                .writeStream()
                .trigger(Trigger.AvailableNow())
                .option("checkpointLocation", checkpoint.toString())
                .foreachBatch(
                        (org.apache.spark.api.java.function.VoidFunction2<Dataset<Row>, Long>) (problems, batch) ->
                                sink.write(SolveFrames.with(Settings.defaults()).apply(problems), batch))
                .start()
                .awaitTermination();
    }

    static Sink delta(Path table) {
        return (solved, batch) -> solved.write()
                .format("delta")
                .mode("append")
                .option("txnAppId", "poses")
                .option("txnVersion", batch)
                .save(table.toString());
    }

    /** For table formats without a number of the batch, such as Iceberg. */
    static Sink merge(String table, String format) {
        return (solved, batch) -> {
            SparkSession spark = solved.sparkSession();
            solved.createOrReplaceTempView("solved");
            spark.sql("create table if not exists " + table + " using " + format
                    + " as select * from solved where false");
            spark.sql("merge into " + table
                    + " as old using solved as new on old.id = new.id when not matched then insert *");
        };
    }

    static Sink parquet(Path table) {
        return (solved, batch) -> solved.write().mode("overwrite").parquet(table + "/batch=" + batch);
    }

    /** A driver that a test kills: the input, the table and the checkpoint are the arguments. */
    public static void main(String[] folders) throws Exception {
        try (SparkSession spark = session(Path.of(folders[1], "none"))) {
            solveNewFiles(spark, Path.of(folders[0]), 2, Path.of(folders[2]), delta(Path.of(folders[1])));
        }
    }
}
