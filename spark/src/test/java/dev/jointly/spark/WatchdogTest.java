package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.generate.Crowding;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        Map<String, Long> expected = Made.objectives(problems);
        expected.remove("p7");
        LocalBatch batch = new LocalBatch(Made.write(dir.resolve("problems.ndjson"), problems), dir.resolve("out"));
        assertThat(batch.run()).isFalse();
        assertThat(batch.said()).contains("20 frames, ", ": 19 proven, 0 bounded, 1 failed (1 quarantined)");

        Output out = new Output(dir.resolve("out"));
        List<Group> rows = out.rows("frames");
        assertThat(rows).hasSize(20);
        assertThat(rows.stream().filter(row -> row.getBoolean("quarantined", 0)))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.getString("id", 0)).isEqualTo("p7");
                    assertThat(row.getString("error", 0))
                            .isEqualTo("no answer within 10 s, its time limit being 60 s, in a process of its own:"
                                    + " given up on");
                });
        rows.removeIf(row -> row.getBoolean("quarantined", 0));
        assertThat(Output.objectives(rows)).isEqualTo(expected);
        assertThat(out.figure("givenUp")).isEqualTo(3);
    }
}
