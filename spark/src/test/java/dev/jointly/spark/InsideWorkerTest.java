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

/** An engine that does not return. Whatever is to be given up on is in the first pass, whatever is not in the second. */
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the engine is stuck in a call of POSIX")
class InsideWorkerTest {
    /** Given up on after 2 s in the first pass, after 182 s in the second. */
    private static final BatchSettings SETTINGS = new BatchSettings(
            Method.PCG,
            Duration.ofSeconds(120),
            Duration.ofSeconds(30),
            0,
            true,
            null,
            null,
            StuckEngine.NAME,
            Duration.ofSeconds(-58));

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

    private InsideWorker worker() {
        return new InsideWorker(SETTINGS, dir, 256L << 20, stuck);
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
        try (InsideWorker worker = worker()) {
            Outcome hopeless = worker.group(record(StuckEngine.hopeless("a")), 1);
            assertThat(hopeless.frame().id()).isEqualTo("a");
            assertThat(hopeless.frame().quarantined()).isTrue();
            assertThat(hopeless.frame().error())
                    .isEqualTo("no answer within 2 s, its time limit being 30 s, in a process of its own: given up on");
            assertThat(hopeless.givenUp()).isEqualTo(2);
            assertThat(stuck).hasValue(1);

            long start = System.nanoTime();
            Outcome next = worker.group(Made.record("b"), 2);
            double elapsed = (System.nanoTime() - start) / 1e9;
            assertThat(next.frame().status()).isEqualTo("optimal");
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
        stuck.set(InsideWorker.MOST_STUCK - 1);
        try (InsideWorker worker = worker()) {
            assertThat(worker.group(record(StuckEngine.hopeless("a")), 1).givenUp())
                    .isEqualTo(2);
            assertThat(stuck).hasValue(InsideWorker.MOST_STUCK);
            for (String id : new String[] {"b", "c"}) {
                // would be stuck here
                Outcome next = worker.group(record(StuckEngine.stuckHere(id)), 2);
                assertThat(next.frame().status()).isEqualTo("optimal");
                assertThat(next.givenUp()).isZero();
                assertThat(next.phases().processor()).isPositive();
            }
            assertThat(stuck).hasValue(InsideWorker.MOST_STUCK);
            StuckEngine.release();
            waitForStuck(InsideWorker.MOST_STUCK - 1);
        }
    }

    @Test
    void aCancelledTaskDoesNotWait() throws IOException, InterruptedException {
        try (InsideWorker worker = worker()) {
            RawRecord record = record(StuckEngine.hopeless("a"));
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> worker.group(record, 2)).isInstanceOf(InterruptedIOException.class);
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
        try (InsideWorker worker = worker()) {
            Outcome broken = worker.group(new RawRecord("here", "{\"id\": \"c\", broken"), 2);
            assertThat(broken.frame().error()).startsWith("here: ");
            assertThat(broken.frame().quarantined()).isFalse();
            Problem fine = Made.problem("d", 2, Crowding.CROWDED);
            assertThat(worker.group(record(fine), 2).frame().status()).isEqualTo("optimal");
        }
    }
}
