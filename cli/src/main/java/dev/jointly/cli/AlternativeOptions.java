package dev.jointly.cli;

import dev.jointly.track.AlternativeSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Alternative groupings of doubtful frames, for {@code jointly track}. */
final class AlternativeOptions {
    @Option(
            names = "--alternatives",
            paramLabel = "K",
            description =
                    "Let the tracks choose among the K best groupings of each doubtful frame, 2 to 1000. Default: each frame"
                            + " keeps the grouping of its solution.")
    @Nullable
    Integer most;

    @Option(
            names = "--doubt",
            paramLabel = "D",
            description =
                    "A frame is doubtful, and a grouping an alternative, if it costs less than D more than the best one."
                            + " Default: 2.")
    double doubt = 2;

    @Option(
            names = "--grouping-weight",
            paramLabel = "W",
            description =
                    "What a grouping costs more than the best one counts W times beside the costs of tracks. Default:"
                            + " 1.")
    double weight = 1;

    @Option(
            names = "--frame-limit",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Time limit for the alternatives of each frame. Default: 10s.")
    Duration frameLimit = Duration.ofSeconds(10);

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Time limit for choosing among alternatives. Default: 300s.")
    Duration timeLimit = Duration.ofMinutes(5);

    @Option(
            names = "--regrouped",
            paramLabel = "FILE",
            description =
                    "Write all solutions with the groupings that were chosen, as NDJSON: those to draw and export with the"
                            + " tracks.")
    @Nullable
    String regrouped;

    /**
     * What was asked for.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    AlternativeSettings settings(int groupings) {
        return new AlternativeSettings(groupings, doubt, weight);
    }
}
