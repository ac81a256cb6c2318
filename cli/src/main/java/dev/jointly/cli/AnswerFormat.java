package dev.jointly.cli;

import dev.jointly.io.export.OutputFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A form in which solutions are written: the program's own, which has the proof, or that of another tool.
 *
 * @param name by which users choose it
 */
record AnswerFormat(String name, Opening opening) {
    /** Solutions with their certificates. */
    static final AnswerFormat JSON =
            new AnswerFormat("json", (output, category, console) -> AnswerSink.open(output, console));

    /** Opens the place that {@code -o} names. */
    @FunctionalInterface
    interface Opening {
        /**
         * Opens it before work begins.
         *
         * @param output a file or a directory; standard output if it is null or {@code -}
         * @param category what the people are called, such as person
         */
        AnswerSink open(@Nullable String output, String category, Console console);
    }

    /** The program's own, and all output formats on the class path. */
    static List<AnswerFormat> all() {
        List<AnswerFormat> all = new ArrayList<>(List.of(JSON));
        for (OutputFormat format : OutputFormat.all()) {
            all.add(new AnswerFormat(
                    format.name(),
                    (output, category, console) -> new ExportSink(Export.open(format, output, category, console))));
        }
        return all;
    }
}
