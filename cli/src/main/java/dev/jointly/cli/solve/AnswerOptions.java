package dev.jointly.cli.solve;

import dev.jointly.cli.Choice;
import dev.jointly.cli.Console;
import dev.jointly.cli.Outputs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How solutions are written, for the commands that make them. */
public final class AnswerOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = Formats.class,
            completionCandidates = Formats.class,
            description = "Output format: one of ${COMPLETION-CANDIDATES}. All but json are those of export and have no"
                    + " proof. Default: json.")
    AnswerFormat format = AnswerFormat.JSON;

    @Option(
            names = "--category",
            paramLabel = "NAME",
            description = "Category name of the people, if the format has one. Default: person.")
    String category = "person";

    @Mixin
    public Outputs outputs = new Outputs();

    /** All formats by name. */
    static final class Formats extends Choice<AnswerFormat> {
        Formats() {
            super(AnswerFormat::all, AnswerFormat::name);
        }
    }

    /** Whether it is the program's own format, which has all there is to say. */
    public boolean json() {
        return format.equals(AnswerFormat.JSON);
    }

    /** Opens the place that {@code -o} names. */
    public AnswerSink open(@Nullable String output, Console console) {
        return format.opening().open(output, category, outputs, console);
    }
}
