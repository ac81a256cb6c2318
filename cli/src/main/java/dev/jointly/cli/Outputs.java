package dev.jointly.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The files that a command writes, and whether they may take the place of files of others. */
public final class Outputs {
    @Option(
            names = "--force",
            description = "Replace existing files that Jointly cannot recognise as its own: all but its JSON and its"
                    + " drawings.")
    boolean force;

    /** Starts writing a file. */
    public OutputFile create(Path name) throws IOException {
        return OutputFile.create(name, force);
    }

    /** Starts writing a file that was named on the command line. */
    public OutputFile create(String name) {
        try {
            return create(Path.of(name));
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(name, e);
        }
    }

    /** Writes a whole file, or to standard output if the name is {@code -}. */
    public void write(String name, String text, Console console) {
        if (name.equals("-")) {
            console.print(text);
            return;
        }
        try (OutputFile file = create(name)) {
            file.stream().write(text.getBytes(StandardCharsets.UTF_8));
            file.commit();
        } catch (IOException e) {
            throw new CannotWriteException(name, e);
        }
    }

    /** Refuses a name that could not be written, before time is spent on what would be written there. */
    public void require(Path name) {
        try {
            OwnFile.requireReplaceable(name, force);
        } catch (IOException e) {
            throw new CannotWriteException(name.toString(), e);
        }
    }
}
