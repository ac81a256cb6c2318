package dev.jointly.bench;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that most commands have. */
final class CommonOptions {
    @Option(names = "--warm-up", paramLabel = "TIME", description = "Warm-up before measuring. Default: 5s.")
    Duration warmUp = Duration.ofSeconds(5);

    @Option(names = "--runs", paramLabel = "N", description = "Least runs of each; the median counts. Default: 5.")
    int runs = 5;

    @Option(names = "--time-limit", paramLabel = "TIME", description = "Time limit of one solve. Default: 60s.")
    Duration timeLimit = Duration.ofSeconds(60);

    @Option(names = "--csv", paramLabel = "FILE", description = "Also writes one line per measurement to this file.")
    @Nullable
    Path csv;

    /** Repeated until a CPU clock of coarse ticks has counted enough. */
    Timing timed(Runnable work) {
        return Timing.of(work, runs, 100);
    }
}
