package dev.jointly.cli.media;

import dev.jointly.cli.Console;
import dev.jointly.cli.OutputFile;
import dev.jointly.cli.Outputs;
import dev.jointly.cli.solve.AnswerOptions;
import dev.jointly.cli.solve.AnswerSink;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files that a run writes: new ones, or those of an interrupted run.
 *
 * @param point where that run is to be continued; null to start
 */
record PoseOutputs(Outputs outputs, @Nullable ResumePoint point) {
    /** The place of the solutions. */
    AnswerSink answers(AnswerOptions options, String output, Console console) {
        if (point == null || AnswerSink.isDirectory(output)) {
            return options.open(output, console);
        }
        OutputFile file = file(output);
        return new AnswerSink.Stream(file.stream(), file);
    }

    /** A file with a line for each image. */
    OutputFile file(String name) {
        return point == null ? outputs.create(name) : point.file(name);
    }
}
