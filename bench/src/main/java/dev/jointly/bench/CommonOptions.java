package dev.jointly.bench;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that most commands have. */
final class CommonOptions {
    @Option(names = "--warm-up", paramLabel = "TIME", converter = BenchDurations.class, description = "Default: 5s.")
    Duration warmUp = Duration.ofSeconds(5);

    @Option(names = "--runs", paramLabel = "N", description = "Least runs of each; the median counts. Default: 5.")
    int runs = 5;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = BenchDurations.class,
            description = "For one solve. Default: 60s.")
    Duration timeLimit = Duration.ofSeconds(60);

    @Option(names = "--csv", paramLabel = "FILE", description = "Writes the table of all problems there, too.")
    @Nullable
    Path csv;

    /** Enough runs for a CPU clock of coarse ticks. */
    Timing.Repeats each() {
        return new Timing.Repeats(runs, 100);
    }
}
