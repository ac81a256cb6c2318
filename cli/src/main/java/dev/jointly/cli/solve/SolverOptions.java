package dev.jointly.cli.solve;

import dev.jointly.cli.Durations;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How problems are solved, for the commands that solve problems of files. */
public final class SolverOptions {
    @Spec(Spec.Target.MIXEE)
    @Nullable
    CommandSpec command;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            converter = Methods.class,
            completionCandidates = Methods.class,
            description = "One of ${COMPLETION-CANDIDATES}. Default: auto.")
    public Method method = Methods.AUTO;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "Time limit for each problem: 300s, 500ms, 2m, 1h, or plain seconds. Default: 300s.")
    public Duration timeLimit = Settings.defaults().timeLimit();

    @Option(
            names = "--gap",
            paramLabel = "GAP",
            description =
                    "Relative gap at which a solution counts as optimal; 0 requests the exact optimum. Default: 0.")
    public double gap;

    public Settings settings(int threads) {
        return settings(threads, Map.of());
    }

    /**
     * What the solver would refuse is refused here, as a misuse of the command.
     *
     * @param tuned values by name
     */
    public Settings settings(int threads, Map<String, Double> tuned) {
        try {
            return Settings.defaults()
                    .withMethod(method)
                    .withTimeLimit(timeLimit)
                    .withGap(gap)
                    .withThreads(threads)
                    .withOptions(options(tuned));
        } catch (IllegalArgumentException e) {
            if (command == null) {
                throw e;
            }
            throw new ParameterException(command.commandLine(), "--" + e.getMessage(), e);
        }
    }

    private static SolveOptions options(Map<String, Double> tuned) {
        SolveOptions options = SolveOptions.defaults();
        for (Map.Entry<String, Double> value : tuned.entrySet()) {
            options = options.with(named(value.getKey()), value.getValue());
        }
        return options;
    }

    private static SolveOption named(String name) {
        return SolveOption.labelled(name)
                .orElseThrow(() -> new IllegalArgumentException("option " + name + " is not one of "
                        + Arrays.stream(SolveOption.values())
                                .map(SolveOption::label)
                                .collect(Collectors.joining(", "))));
    }
}
