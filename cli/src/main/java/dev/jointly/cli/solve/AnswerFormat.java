package dev.jointly.cli.solve;

import dev.jointly.cli.Console;
import dev.jointly.cli.Outputs;
import dev.jointly.io.export.Bounds;
import dev.jointly.io.export.OutputFormat;
import dev.jointly.io.export.Solved;
import dev.jointly.problem.Problem;
import java.io.IOException;
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
            new AnswerFormat("json", (output, category, outputs, console) -> AnswerSink.open(output, outputs, console));

    /** Opens the place that {@code -o} names. */
    @FunctionalInterface
    interface Opening {
        /**
         * Opens it before work begins.
         *
         * @param output a file or a directory; standard output if it is null or {@code -}
         * @param category what the people are called, such as person
         */
        AnswerSink open(@Nullable String output, String category, Outputs outputs, Console console);
    }

    /** The program's own, and all output formats on the class path. */
    static List<AnswerFormat> all() {
        List<AnswerFormat> all = new ArrayList<>(List.of(JSON));
        for (OutputFormat format : OutputFormat.all()) {
            all.add(new AnswerFormat(
                    format.name(),
                    (output, category, outputs, console) ->
                            new ExportSink(Export.open(format, output, category, outputs, console))));
        }
        return all;
    }

    /** Solutions that go straight into the format of another tool. */
    static final class ExportSink implements AnswerSink {
        /** Of a detection, and of a pair of detections. */
        private static final int BYTES = 64;

        private final Export export;

        ExportSink(Export export) {
            this.export = export;
        }

        /** Also tries the format without people, which tells whether it can do without the size of the image. */
        @Override
        public void admit(Problem problem) {
            export.admit(problem);
            export.check(new Solved(problem, new Bounds(false, 0, 0), List.of()));
        }

        @Override
        public Answer prepare(SolvedProblem answered, boolean alone) {
            Problem problem = answered.problem();
            Solved solved = answered.exported();
            export.check(solved);
            return new Answer() {
                @Override
                public int bytes() {
                    long size = (long) problem.size() + problem.pairs().size();
                    return (int) Math.min(Integer.MAX_VALUE, BYTES * size);
                }

                @Override
                public void write() throws IOException {
                    export.add(solved);
                }
            };
        }

        /** Complete images are kept, however the run ends. */
        @Override
        public void close() throws IOException {
            try (export) {
                export.finish();
            }
        }
    }
}
