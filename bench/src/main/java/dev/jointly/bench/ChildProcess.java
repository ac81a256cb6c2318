package dev.jointly.bench;

import dev.jointly.bench.measure.Figures;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A program run to its end as a process of its own.
 *
 * @param wall seconds
 * @param cpu seconds, user and system, of it and of what it started; the shell tells
 */
record ChildProcess(double wall, double cpu) {
    /** The checkout the launcher lies in. */
    static Path home() {
        return Path.of(System.getProperty("jointly.home", "."));
    }

    /** Runs a command whose output nobody reads; anything but exit code 0 is an error. */
    static ChildProcess run(List<String> command) {
        return run("\"$@\" >/dev/null || exit 1; times", command);
    }

    /** The same command in several processes at once, each with {@code --shard I/N}; the times are those of all of them. */
    static ChildProcess runShards(int processes, List<String> command) {
        String script = "all=; for i in $(seq 0 " + (processes - 1) + "); do \"$@\" --shard $i/" + processes
                + " >/dev/null & all=\"$all $!\"; done; for p in $all; do wait $p || exit 1; done; times";
        return run(script, command);
    }

    private static ChildProcess run(String script, List<String> command) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        words.addAll(command);
        try {
            Path said = Files.createTempFile("jointly-bench", ".txt");
            try {
                long start = System.nanoTime();
                Process process = new ProcessBuilder(words)
                        .redirectOutput(said.toFile())
                        .redirectError(new File("/dev/null"))
                        .start();
                int code = process.waitFor();
                double wall = (System.nanoTime() - start) * 1e-9;
                if (code != 0) {
                    throw new IllegalArgumentException("failed: " + String.join(" ", command));
                }
                return new ChildProcess(wall, childrensCpu(Files.readString(said, StandardCharsets.UTF_8)));
            } finally {
                Files.deleteIfExists(said);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot run " + command.get(0) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The second line of {@code times}: 0m1.230s 0m0.050s. */
    private static double childrensCpu(String times) {
        return Arrays.stream(times.lines().toList().get(1).split(" "))
                .map(time -> time.replace("s", "").split("m"))
                .mapToDouble(time -> 60 * Double.parseDouble(time[0]) + Double.parseDouble(time[1]))
                .sum();
    }

    static double medianWall(List<ChildProcess> runs) {
        return Figures.median(runs.stream().mapToDouble(ChildProcess::wall).toArray());
    }

    static double medianCpu(List<ChildProcess> runs) {
        return Figures.median(runs.stream().mapToDouble(ChildProcess::cpu).toArray());
    }
}
