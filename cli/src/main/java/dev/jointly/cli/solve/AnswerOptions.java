package dev.jointly.cli.solve;

import dev.jointly.cli.Choice;
import dev.jointly.cli.Console;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.SharedOption;
import dev.jointly.io.export.OutputFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** How solutions are written, for the commands that make them. */
public final class AnswerOptions {
    @Mixin
    SharedOption<Form> form = SharedOption.choice(
            "--format",
            "FORMAT",
            new Choice<>(Form::all, Form::name),
            Form.JSON,
            "Output format: one of ${COMPLETION-CANDIDATES}. All but json are those of export and have no proof."
                    + " Default: json.");

    @Mixin
    SharedOption<String> category = SharedOption.category();

    @Mixin
    public Outputs outputs;

    /** Into a file or a directory, by default standard output. */
    public AnswerOptions() {
        this("Output file, or a directory (existing, or ending in /) for one file <id>.solution.json per problem."
                + " Default: standard output.");
    }

    /** @param place what {@code -o} names */
    public AnswerOptions(String place) {
        outputs = new Outputs("FILE|DIR", place);
    }

    /**
     * The program's own format, which has the proof, or that of another tool.
     *
     * @param export null for the program's own
     */
    record Form(String name, @Nullable OutputFormat export) {
        static final Form JSON = new Form("json", null);

        static List<Form> all() {
            return Stream.concat(
                            Stream.of(JSON), OutputFormat.all().stream().map(format -> new Form(format.name(), format)))
                    .toList();
        }
    }

    /** Whether it is the program's own format, which has all there is to say. */
    public boolean json() {
        return form.value().export() == null;
    }

    /** Opens a place for solutions in this form. */
    public AnswerSink open(String output, Console console) {
        OutputFormat export = form.value().export();
        return export == null
                ? AnswerSink.open(output, outputs, console)
                : Export.open(
                                export,
                                output,
                                new Export.Naming(category.value(), false, false, false),
                                outputs,
                                console)
                        .sink();
    }
}
