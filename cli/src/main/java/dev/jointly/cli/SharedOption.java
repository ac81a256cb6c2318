package dev.jointly.cli;

import dev.jointly.margin.MarginFinder.Mode;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Spec;

/**
 * An option or argument that several commands have, as a mixin: its names and its form are declared here, once; the command adds what it
 * means there.
 *
 * @param <T> the type of its value
 */
@Command
public final class SharedOption<T> {
    private final ArgSpec argument;
    private final @Nullable T defaultValue;

    private SharedOption(ArgSpec argument, @Nullable T defaultValue) {
        this.argument = argument;
        this.defaultValue = defaultValue;
    }

    /** {@code -o}, with {@code -} for standard output, which is the default unless it is required. */
    static SharedOption<String> output(String label, boolean required, String description) {
        return option(required ? null : "-", String.class, label, description, "-o", "--output");
    }

    public static SharedOption<Boolean> quiet() {
        return option(false, Boolean.class, "", "Print nothing but errors on standard error.", "-q", "--quiet");
    }

    public static SharedOption<Boolean> noSelfCheck() {
        String description = "Publish solutions without checking their certificates; they then say so.";
        return option(false, Boolean.class, "", description, "--no-self-check");
    }

    /**
     * An option whose value is chosen by name.
     *
     * @param defaultValue null if one must be given
     * @param description with ${COMPLETION-CANDIDATES} for the names
     */
    public static <T> SharedOption<T> choice(
            String name, String label, Choice<T> values, @Nullable T defaultValue, String description) {
        OptionSpec.Builder option = chosen(name, label, values, description).required(defaultValue == null);
        return new SharedOption<>(option.build(), defaultValue);
    }

    /** The same with several values, separated by commas. */
    public static <T> SharedOption<List<T>> choices(String name, String label, Choice<T> values, String description) {
        OptionSpec.Builder option = chosen(name, label, values, description)
                .splitRegex(",")
                .type(List.class)
                .auxiliaryTypes(Object.class);
        return new SharedOption<>(option.build(), List.of());
    }

    private static OptionSpec.Builder chosen(String name, String label, Choice<?> values, String description) {
        return OptionSpec.builder(name)
                .paramLabel(label)
                .type(Object.class)
                .converters(values)
                .completionCandidates(values)
                .description(description);
    }

    /** The first argument, chosen by name. */
    public static <T> SharedOption<T> first(String label, Choice<T> values, String description) {
        ArgSpec argument = PositionalParamSpec.builder()
                .index("0")
                .required(true)
                .paramLabel(label)
                .type(Object.class)
                .converters(values)
                .completionCandidates(values)
                .description(description)
                .build();
        return new SharedOption<>(argument, null);
    }

    public static SharedOption<Duration> timeLimit(Duration defaultValue, String description) {
        return option(defaultValue, Duration.class, "TIME", description, "--time-limit");
    }

    public static SharedOption<Integer> threads(int defaultValue, String description) {
        return option(defaultValue, Integer.class, "N", description, "--threads");
    }

    public static SharedOption<Integer> top(int defaultValue, String description) {
        return option(defaultValue, Integer.class, "N", description, "--top");
    }

    /** How much is to be found of the margins of solutions. */
    public static SharedOption<Mode> margins() {
        String description =
                "How much more the best grouping without each joint, or person, costs: one of ${COMPLETION-CANDIDATES}."
                        + " bound: a lower bound, at once; exact: by solving again, within the time limit. Default: off.";
        return choice(
                "--margins", "MODE", new Choice<>(() -> List.of(Mode.values()), Mode::label), Mode.OFF, description);
    }

    /** The problems that solutions belong to. */
    public static SharedOption<String> problems(boolean required, String description) {
        return option(required ? null : "", String.class, "PROBLEMS", description, "--problem", "--problems");
    }

    /** The name that a format has for the people. */
    public static SharedOption<String> category() {
        String description = "Category name of the people, if the format has one. Default: person.";
        return option("person", String.class, "NAME", description, "--category");
    }

    /**
     * A cost model.
     *
     * @param defaultValue in words
     */
    public static SharedOption<String> costs(String defaultValue) {
        String description = "File of a cost model. Default: " + defaultValue;
        return option("", String.class, "MODEL", description, "--costs");
    }

    /** A video on whose frames something is drawn. */
    public static SharedOption<String> video(String description) {
        return option("", String.class, "CLIP", description + " Needs ffmpeg.", "--video");
    }

    /** Images on which something is drawn. */
    public static SharedOption<String> images(String label, String description) {
        return option("", String.class, label, description + " Default: a plain ground.", "--image", "--images");
    }

    /** Solution files, by position. */
    public static SharedOption<List<String>> solutions(String index, String what) {
        String description = what
                + ", folders of *.solution.json, patterns in quotes, or @FILE with one path per line; - is standard input.";
        return files(index, "SOLUTION", description);
    }

    /** Problem files, by position. */
    public static SharedOption<List<String>> problemFiles() {
        String description =
                "Problem files, JSON or NDJSON, folders of *.problem.json, patterns in quotes, or @FILE with one path"
                        + " per line; - is standard input.";
        return files("0..*", "PROBLEM", description);
    }

    /** Files by position, at least one. */
    private static SharedOption<List<String>> files(String index, String label, String description) {
        ArgSpec argument = PositionalParamSpec.builder()
                .index(index)
                .arity("1..*")
                .required(true)
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(description)
                .build();
        return new SharedOption<>(argument, List.of());
    }

    /** @param defaultValue null if a value must be given */
    private static <T> SharedOption<T> option(
            @Nullable T defaultValue, Class<T> type, String label, String description, String... names) {
        OptionSpec.Builder option = OptionSpec.builder(names[0], Arrays.copyOfRange(names, 1, names.length))
                .type(type)
                .description(description)
                .required(defaultValue == null);
        if (type == Boolean.class) {
            option.arity("0");
        } else {
            option.paramLabel(label);
        }
        if (type == Duration.class) {
            option.converters(new Durations());
        }
        return new SharedOption<>(option.build(), defaultValue);
    }

    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec command) {
        command.add(argument);
    }

    /** What was given, or the default. */
    public T value() {
        T given = given();
        return given == null ? Objects.requireNonNull(defaultValue, "picocli requires it") : given;
    }

    /** What was given; null if nothing was. */
    public @Nullable T given() {
        return argument.getValue();
    }
}
