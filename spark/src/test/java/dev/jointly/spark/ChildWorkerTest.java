package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.solve.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
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
        SolveSettings settings = SolveSettings.of(Settings.defaults());
        try (ChildWorker worker = new ChildWorker(settings, dir, 256L << 20)) {
            Outcome first = worker.group(Made.record("a"));
            Outcome second = worker.group(Made.record("b"));
            Outcome third = worker.group(new RawRecord("here", "{\"id\": \"c\", broken"));
            Outcome fourth = worker.group(Made.record("d"));
            assertThat(first.status()).isEqualTo("optimal");
            assertThat(Objects.requireNonNull(first.answer()).people()).isNotEmpty();
            assertThat(second.quarantined()).isTrue();
            assertThat(second.id()).isEqualTo("b");
            assertThat(second.error()).contains("killed the process that solved it (exit code");
            assertThat(third.quarantined()).isFalse();
            assertThat(third.id()).isEqualTo("c");
            assertThat(third.error()).startsWith("here: ");
            assertThat(fourth.status()).isEqualTo("optimal");
        }
    }
}
