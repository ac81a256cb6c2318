package dev.jointly.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Opens the files that a run writes: new ones, or those of an interrupted run.
 *
 * @param point where that run is to be continued; null to start
 */
record PoseOutputs(@Nullable ResumePoint point) {
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
        try {
            return point == null ? OutputFile.create(Path.of(name)) : point.file(name);
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(name, e);
        }
    }
}
