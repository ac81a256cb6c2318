package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.generate.Crowding;
import dev.jointly.oracle.ChildJvm;
import dev.jointly.problem.Problem;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A batch whose process is killed or paused in the states of a commit, on each kind of storage, and run again. */
@Tag("slow")
@Timeout(600)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Hadoop needs winutils.exe there")
class StoreBatchTest {
    private static final List<Problem> PROBLEMS = Made.problems(12, 3, Crowding.CROWDED);
    private static final Map<String, Long> EXPECTED = Made.objectives(PROBLEMS);
    private static final String PIECE = "part-000000";

    @TempDir
    static Path folder;

    private static Stores stores;
    private static Path input = Path.of("");

    @BeforeAll
    static void start() throws Exception {
        stores = Stores.start(folder);
        input = Made.write(folder.resolve("problems.ndjson"), PROBLEMS);
    }

    @AfterAll
    static void stop() throws Exception {
        stores.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "hdfs", "s3a"})
    void nothingIsLostOrDoubled(String scheme) throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc to see that a process is stopped");
        Output out = new Output(stores.root(scheme) + "/batch", stores.files(scheme));
        aPausedDriverComesTooLate(out);

        // done anew, as after damage: it dies in one state after the other, always at the same piece
        for (String file : List.of("_job/commits/" + PIECE, "_SUCCESS")) {
            assertThat(out.files().delete(out.path(file), false)).isTrue();
        }
        Map<String, String> before = out.commits();
        // in LOST the paused one was killed
        for (Faults.State state : EnumSet.complementOf(EnumSet.of(Faults.State.LOST))) {
            requireKilled(started(out, Map.of(Faults.KILL, state + ":" + PIECE)));
            // or the next attempt would solve in a process of its own, which is tested elsewhere
            out.files().delete(out.path("_job/started/" + PIECE), false);
            assertThat(out.has("_SUCCESS")).isFalse();
            assertThat(out.has("_job/commits/" + PIECE)).isEqualTo(state == Faults.State.COMMITTED);
            assertThat(out.commits()).as("what was committed stays").containsAllEntriesOf(before);
            before = out.commits();
        }
        run(out);
        assertThat(out.objectives()).isEqualTo(EXPECTED);
        assertThat(out.commits()).as("what was committed stays").containsAllEntriesOf(before);
        assertThat(out.has("_SUCCESS")).isTrue();
        for (String table : List.of("frames", "people")) {
            assertThat(out.parts(table))
                    .as("nothing of the dead attempts is left")
                    .containsExactlyInAnyOrderElementsOf(out.manifest(table));
        }
    }

    /**
     * A driver, with its task, is paused in the instant before a commit. Another one does the same batch to its end. Then the first goes
     * on, and comes too late; and is killed before it can tidy up.
     */
    private static void aPausedDriverComesTooLate(Output out) throws Exception {
        Process paused = started(out, Map.of(Faults.STOP, "FILES_COMPLETE:" + PIECE, Faults.KILL, "LOST:" + PIECE));
        while (paused.isAlive() && !PausedProcess.isStopped(paused.pid())) {
            Thread.sleep(50);
        }
        assertThat(paused.isAlive()).isTrue();
        run(out);
        assertThat(out.objectives()).isEqualTo(EXPECTED);
        Map<String, String> commits = out.commits();
        String manifest = out.text("_manifest");

        PausedProcess.resume(paused.pid());
        requireKilled(paused);
        assertThat(out.commits()).as("none is replaced, none is added").isEqualTo(commits);
        assertThat(out.text("_manifest")).isEqualTo(manifest);
        for (String table : List.of("frames", "people")) {
            assertThat(out.parts(table)).as("no file that counts is gone").containsAll(out.manifest(table));
        }
    }

    private static void requireKilled(Process process) throws IOException, InterruptedException {
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(128 + 9);
    }

    /** Runs the batch to its end, here. */
    private static void run(Output out) {
        LocalBatch batch = BatchProgram.batch(input.toString(), out.folder(), stores.settings());
        boolean done = batch.run();
        assertThat(done).as(batch.said()).isTrue();
    }

    private static Process started(Output out, Map<String, String> faults) throws IOException {
        List<String> options = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-opens"))
                .toList());
        // it lives for seconds
        options.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        options.add("-Dbatch.input=" + input);
        options.add("-Dbatch.out=" + out.folder());
        options.add("-Dlog4j2.configurationFile=classpath:dev/jointly/spark/quiet-log4j2.properties");
        faults.forEach((name, value) -> options.add("-D" + name + "=" + value));
        stores.settings().forEach((name, value) -> options.add("-D" + name + "=" + value));
        return ChildJvm.start(Map.of(), BatchProgram.class, options.toArray(String[]::new));
    }
}
