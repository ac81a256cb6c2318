package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.io.BadInputException;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An engine that does not return, and records that kill. Whatever is to be given up on has a short limit, whatever is not a long one. */
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the engine is stuck in a call of POSIX")
class WorkerTest {
    /** Given up on after 2 s. */
    private static final SolveSettings SHORT = settings(Duration.ofSeconds(30));

    /** Given up on after 182 s. */
    private static final SolveSettings LONG = settings(Duration.ofMinutes(2));

    private static final long HEAP = 256L << 20;
    private static final RawRecord BROKEN = new RawRecord("here", "{\"id\": \"c\", broken");

    @TempDir
    Path dir;

    private final AtomicInteger stuck = new AtomicInteger();

    @BeforeEach
    void begin() {
        StuckEngine.begin();
    }

    @AfterEach
    void release() {
        StuckEngine.release();
        System.clearProperty(Faults.SEGFAULT);
    }

    private static SolveSettings settings(Duration limit) {
        return new SolveSettings(
                Method.PCG, limit, 0, true, false, null, null, StuckEngine.NAME, Duration.ofSeconds(-58));
    }

    private Worker worker(SolveSettings settings) {
        return new Worker(settings, dir, HEAP, false, stuck);
    }

    private static RawRecord fine(String id) throws IOException {
        return Made.record(Made.problem(id, 2, Crowding.CROWDED));
    }

    private static RawRecord hopeless() throws IOException {
        return Made.record(StuckEngine.hopeless("a"));
    }

    private void waitForStuck(int count) throws InterruptedException {
        while (stuck.get() != count) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Test
    void whatKillsTheChildIsQuarantinedAndTheNextRecordGetsANewOne() throws IOException {
        System.setProperty(Faults.SEGFAULT, "b");
        SolveSettings settings = SolveSettings.of(Settings.defaults());
        try (Worker worker = new Worker(settings, dir, HEAP, true, stuck)) {
            Outcome first = worker.group(fine("a"));
            Outcome second = worker.group(fine("b"));
            Outcome third = worker.group(BROKEN);
            Outcome fourth = worker.group(fine("d"));
            assertThat(List.of(first, fourth)).allMatch(outcome -> "optimal".equals(outcome.status()));
            assertThat(first.people()).isNotEmpty();
            assertThat(second.quarantined()).isTrue();
            assertThat(second.get("id")).isEqualTo("b");
            assertThat(second.get("error")).asString().contains("killed the process that solved it (exit code");
            assertThat(third.quarantined()).isFalse();
            assertThat(third.get("id")).isEqualTo("c");
            assertThat(third.get("error")).asString().startsWith("here: ");
        }
    }

    @Tag("slow")
    @Test
    void whatIsStuckInTheChildTooIsQuarantinedAndTheRestIsSolvedHere() throws IOException, InterruptedException {
        try (Worker worker = worker(SHORT);
                Worker patient = worker(LONG)) {
            Outcome hopeless = worker.group(hopeless());
            assertThat(hopeless.get("id")).isEqualTo("a");
            assertThat(hopeless.quarantined()).isTrue();
            assertThat(hopeless.get("error"))
                    .isEqualTo("no answer within 2 s, its time limit being 30 s, in a process of its own: given up on");
            assertThat(hopeless.givenUp()).isEqualTo(2);
            assertThat(stuck).hasValue(1);

            long start = System.nanoTime();
            Outcome next = patient.group(fine("b"));
            double elapsed = (System.nanoTime() - start) / 1e9;
            assertThat(next.status()).isEqualTo("optimal");
            assertThat(next.givenUp()).isZero();
            assertThat(next.phases().processor()).isPositive().isLessThanOrEqualTo(elapsed);
        }
        assertThat(stuck).as("closing the worker does not wait for it").hasValue(1);
        StuckEngine.release();
        waitForStuck(0);
    }

    @Tag("slow")
    @Test
    void withManyStuckThreadsTheRestIsSolvedInChildProcesses() throws IOException, InterruptedException {
        stuck.set(Worker.MAX_STUCK - 1);
        try (Worker worker = worker(SHORT);
                Worker patient = worker(LONG)) {
            assertThat(worker.group(hopeless()).givenUp()).isEqualTo(2);
            assertThat(stuck).hasValue(Worker.MAX_STUCK);
            for (String id : List.of("b", "c")) {
                // would be stuck here
                Outcome next = patient.group(Made.record(StuckEngine.stuckHere(id)));
                assertThat(next.status()).isEqualTo("optimal");
                assertThat(next.givenUp()).isZero();
                assertThat(next.phases().processor()).isPositive();
            }
            assertThat(stuck).hasValue(Worker.MAX_STUCK);
            StuckEngine.release();
            waitForStuck(Worker.MAX_STUCK - 1);
        }
    }

    @Test
    void aCancelledTaskDoesNotWait() throws IOException, InterruptedException {
        try (Worker worker = worker(LONG)) {
            RawRecord record = hopeless();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> worker.group(record)).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted())
                    .as("whoever cancelled it sees that")
                    .isTrue();
            assertThat(stuck).hasValue(1);
        }
        StuckEngine.release();
        waitForStuck(0);
    }

    @Test
    void recordsThatAreWrongFailAsBefore() throws IOException {
        try (Worker worker = worker(LONG)) {
            Outcome broken = worker.group(BROKEN);
            assertThat(broken.get("error")).asString().startsWith("here: ");
            assertThat(broken.quarantined()).isFalse();
            assertThat(worker.group(fine("d")).status()).isEqualTo("optimal");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"25", "25.0.1+8", "25.0.2+10-LTS"})
    void javaThatCorruptsPinnedArraysIsRefused(String version) {
        assertThatThrownBy(() -> Worker.requireSoundJava(Runtime.Version.parse(version)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll(version, "25.0.3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"17.0.15+6", "21.0.1", "25.0.3+9-LTS", "25.0.3", "25.1", "26"})
    void otherJavaIsNot(String version) {
        assertThatCode(() -> Worker.requireSoundJava(Runtime.Version.parse(version)))
                .doesNotThrowAnyException();
    }
}
