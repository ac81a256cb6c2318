package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.pose.Pose;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parquet in, Parquet out: many frames that take next to no time, by two executors, read by DuckDB, and written by it as large files. {@code
 * -Djointly.tiny.frames} sets their number; dev/batches.md has the figures for a million.
 */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Spark writes files there only with Hadoop's winutils.exe")
@Tag("slow")
class TinyFramesTest {
    private static final int FRAMES = Integer.getInteger("jointly.tiny.frames", 2000);
    private static final int FILES = 4;

    /** A plain loop over a million frames would take longer than the batch. */
    private static final int MAX_SOLVED_HERE = 20_000;

    @TempDir
    Path dir;

    @Test
    void aSecondReaderFindsTheSameInSmallFilesAndInLarge() throws IOException, InterruptedException, SQLException {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc to find executors");
        Path input = dir.resolve("in");
        new TinyFrames(FRAMES).write(input, FILES);
        Output out = new Output(dir.resolve("out"));
        Path log = dir.resolve("driver.gc");
        try (Cluster cluster = new Cluster(Path.of("target", "tiny").toAbsolutePath())) {
            cluster.startWorker();
            cluster.startWorker();
            long start = System.nanoTime();
            cluster.run("tiny", Cluster.watched(log), List.of(), 0, input, out);
            System.out.printf("tiny: %d frames, %.1f s from start to end%n", FRAMES, (System.nanoTime() - start) / 1e9);
            System.out.println("summary: " + out.text("summary.json"));
            Map<Path, FileTime> before = files(dir.resolve("out"));
            cluster.run("again", List.of("-Xmx512m"), List.of(), 0, input, out);
            assertThat(cluster.log("again")).contains(" parts and 0 frames in this run");
            assertThat(files(dir.resolve("out")).entrySet())
                    .as("a rerun writes no table anew")
                    .containsAll(before.entrySet().stream()
                            .filter(entry -> entry.getKey().toString().endsWith(".parquet"))
                            .toList());
            System.out.println(cluster.log("tiny")
                    .lines()
                    .filter(line -> line.matches("[0-9,]+ frames, .*"))
                    .toList());
        }
        System.out.println("driver, live objects at most: " + Cluster.peak(log) + " MB");
        counts(out);
    }

    private void counts(Output out) throws IOException, SQLException {
        int every = Math.max(1, FRAMES / MAX_SOLVED_HERE);
        DuckTables small = new DuckTables(dir.resolve("out"));
        // the recipe of docs/spark.md
        DuckTables large = small.merged(dir.resolve("large"));
        DuckTables.Totals expected = solvedHere(every);
        assertThat(small.totals(every)).isEqualTo(expected);
        assertThat(large.totals(every)).isEqualTo(expected);
        DuckTables.Totals all = small.totals(1);
        assertThat(large.totals(1)).isEqualTo(all);
        assertThat(all.ids()).isEqualTo(all.frames()).isEqualTo(FRAMES);
        assertThat(all.rows()).isEqualTo(all.people()).isEqualTo((long) out.figure("people"));
        assertThat(all.cost()).as("people of a frame cost what the frame does").isEqualTo(all.objective());
        assertThat(large.parts()).hasSize(6).isEqualTo(small.parts());
        for (String table : List.of("frames", "people")) {
            for (DuckTables tables : List.of(small, large)) {
                List<DuckTables.TableFile> files = tables.files(table);
                System.out.printf(
                        "%s: %d files of %.1f MB, %d row groups%n",
                        tables.folder().getFileName() + "/" + table,
                        files.size(),
                        bytes(files) / 1e6,
                        files.stream().mapToLong(DuckTables.TableFile::groups).sum());
            }
            assertThat(large.files(table)).hasSizeLessThan(small.files(table).size());
        }
    }

    private static long bytes(List<DuckTables.TableFile> files) throws IOException {
        long bytes = 0;
        for (DuckTables.TableFile file : files) {
            bytes += Files.size(Path.of(file.file()));
        }
        return bytes;
    }

    /** What a plain loop finds in the frames whose number is a multiple of this. */
    private static DuckTables.Totals solvedHere(int every) {
        Solver solver = new Solver(new HighsEngine());
        long frames = 0;
        long people = 0;
        long objective = 0;
        long joints = 0;
        long doubles = 0;
        for (int i = 0; i < FRAMES; i += every) {
            Solution solution = solver.solve(TinyFrames.frame(i), Settings.defaults());
            frames++;
            objective += solution.objective();
            for (Pose pose : solution.poses()) {
                people++;
                joints += pose.global().size();
                doubles += pose.local().values().stream().mapToLong(List::size).sum();
            }
        }
        return new DuckTables.Totals(frames, frames, people, objective, people, objective, joints, doubles);
    }

    private static Map<Path, FileTime> files(Path folder) throws IOException {
        Map<Path, FileTime> times = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                times.put(file, Files.getLastModifiedTime(file));
            }
        }
        return times;
    }
}
