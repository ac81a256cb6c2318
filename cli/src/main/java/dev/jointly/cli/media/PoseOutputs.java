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
record PoseOutputs(Outputs outputs, Console console, @Nullable ResumePoint point) {
    /** The place of the solutions. */
    AnswerSink answers(AnswerOptions options, String output) {
        if (point == null || AnswerSink.isDirectory(output)) {
            return options.open(output, console);
        }
        return new AnswerSink.Stream(point.file(output));
    }

    /** A file with a line for each image. */
    OutputFile file(String name) {
        return point == null ? outputs.open(name, console) : point.file(name);
    }
}
