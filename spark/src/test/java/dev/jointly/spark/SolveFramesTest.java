package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The function from problems to people, called from Java and from SQL. */
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
class SolveFramesTest {
    private static final List<Problem> PROBLEMS = Made.problems(6, 2, Crowding.CROWDED);

    private static final int RESULT_COLUMNS = SolveFrames.resultType().size();

    @TempDir
    static Path dir = Path.of("");

    private static @org.jspecify.annotations.Nullable SparkSession shared;

    @BeforeAll
    static void start() {
        // a task may fail once
        shared = LocalBatch.session("local[2,2]")
                .config("spark.sql.extensions", JointlyExtensions.class.getName())
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        spark().stop();
    }

    private static SparkSession spark() {
        return Objects.requireNonNull(shared, "started before all tests");
    }

    /** Documents in a column, a second column to hand through, and one document that is none. */
    private static Dataset<Row> documents() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Problem problem : PROBLEMS) {
            lines.append(Made.line(problem));
        }
        lines.append("{\"id\": \"broken\", \"poseCost\"\n");
        lines.append("not even an id\n");
        Path file = Files.writeString(Files.createTempFile(dir, "problems", ".ndjson"), lines, UTF_8);
        return spark().read().text(file.toString()).selectExpr("value as problem", "length(value) as size");
    }

    /** The rows say what a plain solve says. */
    private static void requireSolved(List<Row> rows) {
        Solver solver = new Solver(new HighsEngine());
        for (Row row : rows) {
            Problem problem = PROBLEMS.stream()
                    .filter(one -> one.id().equals(row.getAs("id")))
                    .findFirst()
                    .orElseThrow();
            Solution solution = solver.solve(problem, Settings.defaults());
            assertThat(row.<String>getAs("status")).isEqualTo("optimal");
            assertThat(Micro.of(row.<Double>getAs("objective"))).isEqualTo(solution.objective());
            assertThat(Micro.of(row.<Double>getAs("lowerBound"))).isEqualTo(solution.objective());
            assertThat(row.<String>getAs("problemSha256")).isEqualTo(solution.problemSha256());
            List<Row> people = row.getList(row.fieldIndex("people"));
            assertThat(people).hasSameSizeAs(solution.poses());
            long cost = 0;
            int joints = 0;
            for (Row person : people) {
                cost += Micro.of(person.<Double>getAs("cost"));
                joints += person.getList(person.fieldIndex("joints")).size();
            }
            assertThat(cost).isEqualTo(solution.objective());
            assertThat(joints)
                    .isEqualTo(solution.poses().stream()
                            .mapToInt(pose -> pose.global().size())
                            .sum());
        }
    }

    @Test
    void eachProblemIsARowWithWhatWasBesideIt() throws IOException {
        Dataset<Row> solved = SolveFrames.with(Settings.defaults()).apply(documents());
        assertThat(solved.columns())
                .containsExactly(
                        "id",
                        "status",
                        "method",
                        "error",
                        "quarantined",
                        "objective",
                        "lowerBound",
                        "gap",
                        "seconds",
                        "problemSha256",
                        "certificate",
                        "people",
                        "size");
        List<Row> rows = solved.collectAsList();
        List<Row> failed =
                rows.stream().filter(row -> row.getAs("error") != null).toList();
        assertThat(rows).hasSize(PROBLEMS.size() + 2);
        assertThat(failed).hasSize(2).allMatch(row -> row.getAs("status").equals("error"));
        assertThat(failed).extracting(row -> row.<String>getAs("id")).containsExactlyInAnyOrder("broken", null);
        assertThat(failed).extracting(row -> row.<Integer>getAs("size")).containsExactlyInAnyOrder(27, 14);
        List<Row> good = rows.stream().filter(row -> row.getAs("error") == null).toList();
        requireSolved(good);
        assertThat(good).allMatch(row -> row.<String>getAs("certificate").contains("jointly/certificate@"));
    }

    @Test
    void columnsAreAProblemToo() throws IOException {
        ProblemTable.write(PROBLEMS, dir.resolve("columns.parquet"));
        Dataset<Row> table = spark().read()
                .parquet(dir.resolve("columns.parquet").toString())
                .selectExpr("*", "'north' as camera");
        List<Row> rows = SolveFrames.with(Settings.defaults().withTimeLimit(Duration.ofSeconds(60)))
                .withoutCertificates()
                .apply(table)
                .collectAsList();
        assertThat(rows).hasSize(PROBLEMS.size());
        requireSolved(rows);
        assertThat(rows)
                .allMatch(row ->
                        row.getAs("certificate") == null && row.getAs("camera").equals("north"));
    }

    /** However many fields are used, each problem is solved once: seconds differ from solve to solve. */
    @Test
    void sqlCallsItOncePerRow() throws IOException {
        documents().createOrReplaceTempView("problems");
        List<Row> rows = spark().sql(
                        "select size, s.*, s.seconds as again from (select size, jointly_solve(problem) as s from problems)"
                                + " where s.status != 'error'")
                .collectAsList();
        assertThat(rows).hasSize(PROBLEMS.size());
        requireSolved(rows);
        assertThat(rows).allMatch(row -> row.getAs("seconds").equals(row.getAs("again")));
        List<Row> bare = spark().sql("select s.* from (select jointly_solve(problem, map('certificates', 'false',"
                        + " 'timeLimit', '60')) as s from problems where size > 100)")
                .collectAsList();
        requireSolved(bare);
        assertThat(bare).hasSize(PROBLEMS.size()).allMatch(row -> row.getAs("certificate") == null);
        assertThat(spark().sql("describe function jointly_solve").collectAsList())
                .asString()
                .contains("JointlyExtensions");
    }

    /** What killed the process of the first attempt is not known; so the second solves in a child, which dies of one problem. */
    @Test
    void aRepeatedTaskFindsTheProblemThatKills() throws IOException {
        Dataset<Row> problems = documents();
        Dataset<Row> failing = problems.mapPartitions(
                (MapPartitionsFunction<Row, Row>) rows -> {
                    if (TaskContext.get().attemptNumber() == 0) {
                        throw new IllegalStateException("made to fail by the test");
                    }
                    return rows;
                },
                Encoders.row(problems.schema()));
        System.setProperty(Faults.SEGFAULT, "p3");
        try {
            List<Row> rows =
                    SolveFrames.with(Settings.defaults()).apply(failing).collectAsList();
            assertThat(rows).hasSize(PROBLEMS.size() + 2);
            assertThat(rows.stream().filter(row -> row.<Boolean>getAs("quarantined")))
                    .singleElement()
                    .matches(row -> row.getAs("id").equals("p3")
                            && row.<String>getAs("error").startsWith("it killed the process that solved it"));
            requireSolved(
                    rows.stream().filter(row -> row.getAs("error") == null).toList());
        } finally {
            System.clearProperty(Faults.SEGFAULT);
        }
    }

    /** What another system may have in a row, of columns or of one; beside it two columns of one name. */
    @Test
    void oddRowsAreErrorRows() {
        Dataset<Row> odd = spark().sql(
                        "select * from values (null, 1), ('', 2), (' ', 3), ('[]', 4), ('{\"id\": \"problem\"', 5)"
                                + " as odd(problem, n)")
                .selectExpr("*", "10 * n as n");
        List<Row> rows = SolveFrames.with(Settings.defaults()).apply(odd).collectAsList();
        int n = RESULT_COLUMNS;
        assertThat(rows).extracting(row -> row.getInt(n)).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
        for (Row row : rows) {
            assertThat(row.getInt(n + 1)).as("not mistaken for the other").isEqualTo(10 * row.getInt(n));
            assertThat(row.<String>getAs("status")).isEqualTo("error");
            assertThat(row.<Boolean>getAs("quarantined")).isFalse();
            assertThat(row.<String>getAs("error"))
                    .startsWith(row.getInt(n) <= 3 ? "problem: found no problem" : "problem: ");
            assertThat(row.<String>getAs("id")).isEqualTo(row.getInt(n) == 5 ? "problem" : null);
        }
        Dataset<Row> columns = spark().sql(
                        "select * from values (null, null, null), ('a', '{', array(1)), ('b', '{}', null)"
                                + " as odd(id, anatomy, detections)");
        assertThat(SolveFrames.with(Settings.defaults()).apply(columns).collectAsList())
                .hasSize(3)
                .allMatch(row -> row.<String>getAs("error").startsWith("problem: "));
    }

    @Test
    void sqlRefusesWhatIsNoProblem() {
        for (String arguments :
                List.of("", "1", "binary('{}')", "'{}', map('gap', 1)", "'{}', 'gap=1'", "'{}', map('gap', '0'), 1")) {
            assertThatThrownBy(() -> spark().sql("select jointly_solve(" + arguments + ")"))
                    .as(arguments)
                    .hasStackTraceContaining("jointly_solve: found arguments of the types");
        }
        for (String arguments : List.of("null", "'{}'", "struct(1 as id)", "'{}', null", "cast(null as string)")) {
            assertThat(spark().sql("select jointly_solve(" + arguments + ").status")
                            .collectAsList())
                    .as(arguments)
                    .singleElement()
                    .matches(row -> row.getString(0).equals("error"));
        }
        assertThatThrownBy(() -> spark().sql("select jointly_solve('{}', map('gap', cast(null as string))) as s")
                        .collectAsList())
                .hasStackTraceContaining("jointly_solve: found the setting gap = null");
    }

    @Tag("slow")
    @Test
    void streamsAreSolvedToo() throws Exception {
        documents();
        Dataset<Row> stream = spark().readStream()
                .option("maxFilesPerTrigger", 1)
                .text(dir.toString())
                .toDF("problem");
        Dataset<Row> function =
                SolveFrames.with(Settings.defaults()).apply(stream).select("id", "status");
        Dataset<Row> sql = stream.selectExpr("jointly_solve(problem) as s").select("s.id", "s.status");
        long expected = spark().read().text(dir.toString()).count();
        for (Dataset<Row> solved : List.of(function, sql)) {
            solved.writeStream()
                    .format("memory")
                    .queryName("solved")
                    .trigger(Trigger.AvailableNow())
                    .start()
                    .awaitTermination();
            assertThat(spark().table("solved").count()).isEqualTo(expected);
            assertThat(spark().table("solved")
                            .where("status = 'optimal'")
                            .select("id")
                            .distinct()
                            .count())
                    .isEqualTo(PROBLEMS.size());
        }
    }

    @Test
    void mistakesAreSentences() throws IOException {
        SolveFrames function = SolveFrames.with(Settings.defaults());
        Dataset<Row> problems = documents();
        assertThatThrownBy(() -> function.apply(problems.drop("problem")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("found the columns size but expected problem, or id, anatomy");
        assertThatThrownBy(() -> function.apply(problems.withColumnRenamed("size", "Seconds")))
                .hasMessageContaining("found a column Seconds that is no part of the problem");
        assertThatThrownBy(() -> function.apply(problems.selectExpr("size as problem")))
                .hasMessageContaining("expected one column problem of type string but found struct<problem:int>");
        assertThatThrownBy(() -> function.apply(problems.selectExpr("problem", "problem")))
                .hasMessageContaining("expected one column problem of type string");
        assertThatThrownBy(
                        () -> function.withNetwork("openpose-mobilenet", null).apply(problems))
                .hasMessageContaining("expected one column path of type string");
        assertThatThrownBy(
                        () -> SolveFrames.with(Settings.defaults().withTimeLimit(Duration.ofSeconds(Long.MAX_VALUE))))
                .hasMessageContaining("expected at most 31536000 s");
        assertThatThrownBy(() -> SolveFrames.with(Settings.defaults().withThreads(2)))
                .hasMessageContaining("expected one thread");
        for (String wrong : List.of(
                "gap = 2", "speed = 1", "method = best", "certificates = no", "timeLimit = NaN", "timeLimit = -1")) {
            String[] words = wrong.split(" = ", -1);
            assertThatThrownBy(() -> JointlyExtensions.settings(Map.of(words[0], words[1])))
                    .hasMessageStartingWith("jointly_solve: found the setting " + wrong);
        }
        assertThatThrownBy(() -> JointlyExtensions.settings(Map.of("timeLimit", "1e300")))
                .hasMessageContaining("expected at most 31536000 s");
    }
}
