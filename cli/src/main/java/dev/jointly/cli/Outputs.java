package dev.jointly.cli;

import dev.jointly.cli.OutputFile.Content;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The files that a command writes, and whether they may replace files that Jointly did not write. */
public final class Outputs {
    @Option(names = "--force", description = "Replace existing files other than Jointly's own JSON and drawings.")
    boolean force;

    private final @Nullable SharedOption<String> place;

    /** For a command whose files are named by other options. */
    public Outputs() {
        place = null;
    }

    /** With the option {@code -o}, by default standard output. */
    public Outputs(String label, String description) {
        place = SharedOption.output(label, false, description);
    }

    private Outputs(SharedOption<String> place) {
        this.place = place;
    }

    /** With the option {@code -o}, which must be given. */
    public static Outputs required(String label, String description) {
        return new Outputs(SharedOption.output(label, true, description));
    }

    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec command) {
        if (place != null) {
            place.addTo(command);
        }
    }

    /** What {@code -o} names; {@code -} for standard output. */
    public String place() {
        return place == null ? "-" : place.value();
    }

    /** What {@code -o} was given; null if it was not. */
    public @Nullable String given() {
        return place == null ? null : place.given();
    }

    /** Starts writing a file. */
    private OutputFile create(Path name) throws IOException {
        return OutputFile.create(name, force);
    }

    /** Starts writing a file that was named on the command line; {@code -} is standard output. */
    public OutputFile open(String name, Console console) {
        try {
            return name.equals("-") ? OutputFile.standard(console.out()) : create(Path.of(name));
        } catch (IOException | InvalidPathException e) {
            throw new CannotWriteException(name, e);
        }
    }

    /** Writes a whole file, which appears when it is complete, or to standard output if the name is {@code -}. */
    public void write(String name, Console console, Content content) {
        write(open(name, console), content);
    }

    /** Writes a whole file, which appears when it is complete. */
    public void write(Path name, Content content) {
        try {
            write(create(name), content);
        } catch (IOException e) {
            throw new CannotWriteException(name.toString(), e);
        }
    }

    private static void write(OutputFile opened, Content content) {
        try (OutputFile file = opened) {
            file.write(content);
            file.commit();
        }
    }

    /** The same for a text. */
    public void write(String name, Console console, String text) {
        write(name, console, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
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
