package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Hadoop needs winutils.exe there")
class LeaseTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    Path dir;

    private OutputFolder folder;
    private Storage storage;
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Lease.Events events = new Lease.Events() {
        @Override
        public void waits(String sentence) {
            heard.add(sentence);
        }

        @Override
        public void failed(Exception reason) {
            heard.add(String.valueOf(reason.getMessage()));
        }
    };

    @BeforeEach
    void open() throws IOException {
        folder = new OutputFolder(dir.toUri().toString());
        storage = Storage.of(folder.files(new Configuration()));
    }

    private Lease take(Duration patience) throws IOException {
        return Lease.take(folder, "0-of-1", storage, patience, events);
    }

    @Test
    void oneDriverAfterTheOtherNeedNotWait() throws IOException {
        for (int number = 1; number <= 3; number++) {
            try (Lease lease = take(LONG)) {
                assertThat(lease.term().number()).isEqualTo(number);
                lease.term().require(storage);
            }
        }
        assertThat(heard).isEmpty();
    }

    @Tag("slow")
    @Test
    void oneOfEightAtOnceAndNoneBesideIt() throws Exception {
        ExecutorService drivers = Executors.newFixedThreadPool(8);
        List<Callable<Lease>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            // its signs come every five seconds
            all.add(() -> take(Duration.ofSeconds(20)));
        }
        List<Lease> taken = new ArrayList<>();
        for (Future<Lease> driver : drivers.invokeAll(all)) {
            try {
                taken.add(driver.get());
            } catch (java.util.concurrent.ExecutionException e) {
                assertThat(e.getCause())
                        .isInstanceOf(BadInputException.class)
                        .hasMessageContainingAll(
                                "shard 0-of-1 is being worked on by process "
                                        + ProcessHandle.current().pid(),
                                "wait for its end");
            }
        }
        drivers.shutdown();
        assertThat(taken).hasSize(1);
        taken.get(0).close();
        try (Lease other = Lease.take(folder, "1-of-2", storage, LONG, events)) {
            assertThat(other.term().number()).as("of another shard").isEqualTo(1);
        }
    }

    @Test
    void aDriverThatDiedIsWaitedForOnce() throws IOException {
        Term dead = new Term(folder, "0-of-1", 1);
        assertThat(storage.putOnce(dead.file(), "process 7 on moon\n".getBytes(UTF_8)))
                .isTrue();
        try (Lease lease = take(SHORT)) {
            assertThat(lease.term().number()).isEqualTo(2);
        }
        assertThat(heard)
                .containsExactly("process 7 on moon has not ended properly; waiting up to 0 s for a sign of life");
    }

    @Test
    void aDriverThatWasOnlyPausedFindsThatItsTermIsOver() throws IOException {
        // the next sign comes in a quarter of an hour, as of a process that is paused
        try (Lease paused = take(LONG);
                Lease later = take(SHORT)) {
            assertThat(later.term().number()).isEqualTo(2);
            later.term().require(storage);
            assertThatThrownBy(() -> paused.term().require(storage))
                    .isInstanceOf(SupersededException.class)
                    .hasMessageContainingAll("another driver has taken over shard 0-of-1", "terms/0-of-1/000002");
        }
    }

    @Test
    void itsSignsOfLifeFindOutBySelf() throws Exception {
        try (Lease paused = take(SHORT)) {
            assertThat(storage.putOnce(paused.term().next().file(), "process 8\n".getBytes(UTF_8)))
                    .isTrue();
            while (heard.isEmpty()) {
                Thread.sleep(10);
            }
            assertThat(heard.get(0)).contains("another driver has taken over");
        }
    }
}
