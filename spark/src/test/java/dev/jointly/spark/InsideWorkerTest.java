package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Method;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
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

/** An engine that does not return. Whatever is to be given up on has a short limit, whatever is not a long one. */
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the engine is stuck in a call of POSIX")
class InsideWorkerTest {
    /** Given up on after 2 s. */
    private static final SolveSettings SHORT = settings(Duration.ofSeconds(30));

    /** Given up on after 182 s. */
    private static final SolveSettings LONG = settings(Duration.ofMinutes(2));

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
    }

    private static SolveSettings settings(Duration limit) {
        return new SolveSettings(
                Method.PCG, limit, 0, true, false, null, null, StuckEngine.NAME, Duration.ofSeconds(-58));
    }

    private InsideWorker worker(SolveSettings settings) {
        return new InsideWorker(settings, dir, 256L << 20, stuck);
    }

    private static RawRecord record(Problem problem) throws IOException {
        return new RawRecord(problem.id() + " of a test", Made.line(problem));
    }

    private void waitForStuck(int count) throws InterruptedException {
        while (stuck.get() != count) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    @Tag("slow")
    @Test
    void whatIsStuckInTheChildTooIsQuarantinedAndTheRestIsSolvedHere() throws IOException, InterruptedException {
        try (InsideWorker worker = worker(SHORT);
                InsideWorker patient = worker(LONG)) {
            Outcome hopeless = worker.group(record(StuckEngine.hopeless("a")));
            assertThat(hopeless.id()).isEqualTo("a");
            assertThat(hopeless.quarantined()).isTrue();
            assertThat(hopeless.error())
                    .isEqualTo("no answer within 2 s, its time limit being 30 s, in a process of its own: given up on");
            assertThat(hopeless.givenUp()).isEqualTo(2);
            assertThat(stuck).hasValue(1);

            long start = System.nanoTime();
            Outcome next = patient.group(Made.record("b"));
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
        stuck.set(InsideWorker.MAX_STUCK - 1);
        try (InsideWorker worker = worker(SHORT);
                InsideWorker patient = worker(LONG)) {
            assertThat(worker.group(record(StuckEngine.hopeless("a"))).givenUp())
                    .isEqualTo(2);
            assertThat(stuck).hasValue(InsideWorker.MAX_STUCK);
            for (String id : new String[] {"b", "c"}) {
                // would be stuck here
                Outcome next = patient.group(record(StuckEngine.stuckHere(id)));
                assertThat(next.status()).isEqualTo("optimal");
                assertThat(next.givenUp()).isZero();
                assertThat(next.phases().processor()).isPositive();
            }
            assertThat(stuck).hasValue(InsideWorker.MAX_STUCK);
            StuckEngine.release();
            waitForStuck(InsideWorker.MAX_STUCK - 1);
        }
    }

    @Test
    void aCancelledTaskDoesNotWait() throws IOException, InterruptedException {
        try (InsideWorker worker = worker(LONG)) {
            RawRecord record = record(StuckEngine.hopeless("a"));
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
        try (InsideWorker worker = worker(LONG)) {
            Outcome broken = worker.group(new RawRecord("here", "{\"id\": \"c\", broken"));
            assertThat(broken.error()).startsWith("here: ");
            assertThat(broken.quarantined()).isFalse();
            Problem fine = Made.problem("d", 2, Crowding.CROWDED);
            assertThat(worker.group(record(fine)).status()).isEqualTo("optimal");
        }
    }
}
