package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.io.batch.BatchRequest;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solver;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.example.data.Group;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A batch with an engine that does not return from two of its problems. */
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
@Tag("slow")
class WatchdogTest {
    @TempDir
    Path dir;

    @BeforeEach
    void begin() {
        StuckEngine.begin();
        System.setProperty(Faults.ENGINE, StuckEngine.NAME);
        // together with twice the time limit: 10 s
        System.setProperty(Faults.PATIENCE, "-110");
    }

    @AfterEach
    void release() {
        StuckEngine.release();
        System.clearProperty(Faults.ENGINE);
        System.clearProperty(Faults.PATIENCE);
    }

    @Test
    void oneIsSolvedByAChildProcessOneIsQuarantinedAndTheRestIsDone() throws IOException {
        List<Problem> problems = new ArrayList<>(Made.problems(20, 2, Crowding.CROWDED));
        problems.set(7, StuckEngine.hopeless("p7"));
        problems.set(12, StuckEngine.stuckHere("p12"));
        StringBuilder lines = new StringBuilder();
        Map<String, Long> expected = new TreeMap<>();
        Solver solver = new Solver(new HighsEngine());
        for (Problem problem : problems) {
            lines.append(Made.line(problem));
            expected.put(
                    problem.id(), solver.solve(problem, Settings.defaults()).objective());
        }
        expected.remove("p7");
        Path input = Files.writeString(dir.resolve("problems.ndjson"), lines);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        BatchRequest request =
                LocalBatch.request(input.toString(), dir.resolve("out").toString());
        assertThat(Batch.run(request, new PrintStream(said, true, UTF_8))).isFalse();
        assertThat(said.toString(UTF_8)).contains("20 frames, ", ": 19 proven, 0 bounded, 1 failed (1 quarantined)");

        Output out = new Output(dir.resolve("out"));
        Map<String, Long> objectives = new TreeMap<>();
        for (Group row : out.rows("frames")) {
            String id = row.getString("id", 0);
            if (id.equals("p7")) {
                assertThat(row.getBoolean("quarantined", 0)).isTrue();
                assertThat(row.getString("error", 0))
                        .isEqualTo("no answer within 10 s, its time limit being 60 s, in a process of its own:"
                                + " given up on");
            } else {
                assertThat(row.getString("status", 0)).as(id).isEqualTo("optimal");
                assertThat(objectives.put(id, Micro.of(row.getDouble("objective", 0))))
                        .as("twice")
                        .isNull();
            }
        }
        assertThat(out.rows("frames")).hasSize(20);
        assertThat(objectives).isEqualTo(expected);
        assertThat(out.figure("givenUp")).isEqualTo(3);
    }
}
