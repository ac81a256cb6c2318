package dev.jointly.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A driver that was paused before its sweep, and knows commits that are no longer there. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Hadoop needs winutils.exe there")
class SweepTest {
    @TempDir
    Path dir;

    private static Piece piece(String name) {
        return new Piece(name, 1, new Piece.Part(0, 1, 0), 0, 1, 1);
    }

    @Test
    void onlyWhatAnotherAttemptHasBeatenGoes() throws IOException {
        OutputFolder folder = OutputFolder.of(dir.toUri().toString(), new Configuration());
        Path frames = Files.createDirectories(dir.resolve("frames"));
        for (String name : List.of(
                "part-000000.a1", // counts for the paused driver
                "part-000000.a2", // counts now: its commit was deleted by hand and the piece done anew
                "part-000000.a3", // beaten
                "part-000000.a2.hard-0.a5", // counts now
                "part-000000.a2.hard-0.a6", // beaten
                "part-000000.a2.hard-1.a7", // being written
                "part-000000.a3.hard-0.a8", // postponed by one that is beaten
                "part-000001.a4", // being written
                "part-000002.a4", // of another shard
                "part-000000")) { // of somebody else
            Files.createFile(frames.resolve(name + (name.contains(".") ? ".parquet" : "")));
        }
        assertThat(new Commit("part-000000", "a2", 1, 1, 2).put(folder)).isTrue();
        assertThat(new Commit("part-000000.a2.hard-0", "a5", 1, 1, 0).put(folder))
                .isTrue();
        assertThat(new Commit("part-000002", "a9", 1, 1, 0).put(folder)).isTrue();
        List<Commit> known =
                List.of(new Commit("part-000000", "a1", 1, 1, 0), new Commit("part-000001", "a1", 1, 1, 0));
        Commit.sweep(List.of(piece("part-000000"), piece("part-000001")), known, folder);
        try (Stream<Path> left = Files.list(frames)) {
            assertThat(left.map(file -> file.getFileName().toString().replace(".parquet", "")))
                    .containsExactlyInAnyOrder(
                            "part-000000.a1",
                            "part-000000.a2",
                            "part-000000.a2.hard-0.a5",
                            "part-000000.a2.hard-1.a7",
                            "part-000001.a4",
                            "part-000002.a4",
                            "part-000000");
        }
    }
}
