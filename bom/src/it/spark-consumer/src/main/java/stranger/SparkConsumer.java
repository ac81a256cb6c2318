package stranger;

import dev.jointly.solve.Settings;
import dev.jointly.spark.SolveFrames;
import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A job with a function of Jointly's: problems of a file, as a table of their own. */
public final class SparkConsumer {
    private SparkConsumer() {}

    /** @param files a problem, and a folder for the table */
    public static void main(String[] files) throws IOException {
        try (SparkSession spark = SparkSession.builder()
                .master("local[1]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.extensions", "dev.jointly.spark.JointlyExtensions")
                .getOrCreate()) {
            Dataset<Row> problems = spark.read().option("wholetext", true).text(files[0]).toDF("problem");
            SolveFrames.with(Settings.defaults()).apply(problems).write().parquet(files[1]);
            Row row = spark.read().parquet(files[1]).selectExpr("id", "status", "size(people)").first();
            System.out.println("table " + row.getString(0) + " " + row.getString(1) + " " + row.getInt(2));
            problems.createOrReplaceTempView("problems");
            Row same = spark.sql("select s.id, s.status, size(s.people) from (select jointly_solve(problem) as s from problems)")
                    .first();
            System.out.println("sql " + same.equals(row));
        }
    }
}
