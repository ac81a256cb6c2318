package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
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
        if (point == null || output.endsWith("/") || Files.isDirectory(Path.of(output))) {
            return options.open(output, console);
        }
        OutputFile file = file(output, "problem");
        return new AnswerSink.Stream(file.stream(), file);
    }

    /**
     * A file with a line for each image.
     *
     * @param idField the field that names the image
     */
    OutputFile file(String name, String idField) {
        try {
            return point == null ? OutputFile.create(Path.of(name)) : point.open(name, idField);
        } catch (BadInputException e) {
            throw e;
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(name, e);
        }
    }
}
