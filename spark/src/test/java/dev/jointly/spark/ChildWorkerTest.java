package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.LpEngines;
import dev.jointly.solve.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ChildWorkerTest {
    @TempDir
    Path dir;

    @AfterEach
    void unhook() {
        System.clearProperty(Faults.SEGFAULT);
    }

    @Test
    void whatKillsTheProcessIsQuarantinedAndTheNextRecordGetsANewOne() throws IOException {
        System.setProperty(Faults.SEGFAULT, "b");
        BatchSettings settings = new BatchSettings(
                Method.PCG,
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                0,
                true,
                null,
                null,
                LpEngines.DEFAULT,
                Duration.ofSeconds(60));
        try (ChildWorker worker = new ChildWorker(settings, dir, 256L << 20)) {
            Outcome first = worker.group(Made.record("a"), 1);
            Outcome second = worker.group(Made.record("b"), 1);
            Outcome third = worker.group(new RawRecord("here", "{\"id\": \"c\", broken"), 1);
            Outcome fourth = worker.group(Made.record("d"), 1);
            assertThat(first.frame().status()).isEqualTo("optimal");
            assertThat(first.people()).isNotEmpty();
            assertThat(second.frame().quarantined()).isTrue();
            assertThat(second.frame().id()).isEqualTo("b");
            assertThat(second.frame().error()).contains("killed the process that solved it (exit code");
            assertThat(third.frame().quarantined()).isFalse();
            assertThat(third.frame().id()).isEqualTo("c");
            assertThat(third.frame().error()).startsWith("here: ");
            assertThat(fourth.frame().status()).isEqualTo("optimal");
        }
    }
}
