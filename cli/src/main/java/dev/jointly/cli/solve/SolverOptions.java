package dev.jointly.cli.solve;

import dev.jointly.cli.Misuse;
import dev.jointly.cli.SharedOption;
import dev.jointly.solve.Method;
import dev.jointly.solve.Settings;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How problems are solved, for the commands that solve problems of files. */
public final class SolverOptions {
    /** What {@code auto} means: what was the fastest wherever it was measured (dev/speed.md). Solutions say what was used. */
    public static final Method AUTO = Method.PCG;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            converter = Methods.class,
            completionCandidates = Methods.class,
            description = "One of ${COMPLETION-CANDIDATES}. Default: auto.")
    public Method method = AUTO;

    @Mixin
    public SharedOption<Duration> timeLimit = timeLimit("problem");

    @Option(
            names = "--gap",
            paramLabel = "GAP",
            description =
                    "Relative gap at which a solution counts as optimal; 0 requests the exact optimum. Default: 0.")
    public double gap;

    /**
     * The option {@code --time-limit}.
     *
     * @param each what it is for
     */
    public static SharedOption<Duration> timeLimit(String each) {
        return SharedOption.timeLimit(
                Settings.defaults().timeLimit(),
                "Time limit for each " + each + ": 300s, 500ms, 2m, 1h, or plain seconds. Default: 300s.");
    }

    public Settings settings(int threads) {
        return settings(threads, Map.of());
    }

    /**
     * The settings that the options ask for.
     *
     * @param tuned values by name
     */
    public Settings settings(int threads, Map<String, Double> tuned) {
        return Misuse.checked("--", () -> Settings.defaults()
                .withMethod(method)
                .withTimeLimit(timeLimit.value())
                .withGap(gap)
                .withThreads(threads)
                .withOptions(options(tuned)));
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

    /** Methods by their labels, and {@code auto}. */
    static final class Methods implements ITypeConverter<Method>, Iterable<String> {
        @Override
        public Method convert(String text) {
            if (text.equals("auto")) {
                return AUTO;
            }
            if (text.equals("mip")) {
                throw new TypeConversionException(
                        "the method mip was removed; use auto, bcg or pcg, which prove what they find. bin/jointly-bench speed times the engine alone");
            }
            return Arrays.stream(Method.values())
                    .filter(method -> method.label().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "found '" + text + "' but expected one of " + String.join(", ", this)));
        }

        @Override
        public Iterator<String> iterator() {
            return Stream.concat(
                            Stream.of("auto"), Arrays.stream(Method.values()).map(Method::label))
                    .iterator();
        }
    }
}
