package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that appears under its name only when it is complete: written beside it first, moved when {@link #commit} says
 * so. What is not a plain file (a pipe, a terminal, /dev/null) is written directly. A name ending in .gz is compressed.
 */
final class OutputFile implements AutoCloseable {
    private final Path target;
    private final @Nullable Path draft;
    private final OutputStream stream;

    private OutputFile(Path target, @Nullable Path draft, OutputStream stream) {
        this.target = target;
        this.draft = draft;
        this.stream = stream;
    }

    /** Starts writing; fails at once where nothing could be put in place later. */
    static OutputFile create(Path name) throws IOException {
        if (Files.isDirectory(name)) {
            throw new IOException("it is a directory");
        }
        if (Files.exists(name) && !Files.isRegularFile(name)) {
            return new OutputFile(name, null, packed(name, new FileOutputStream(name.toFile())));
        }
        // a link stays a link, to a new file
        Path target = Files.exists(name) ? name.toRealPath() : name.toAbsolutePath();
        Path parent = target.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new IOException("its directory does not exist");
        }
        String unique = Long.toString(ProcessHandle.current().pid()) + "-" + Long.toHexString(System.nanoTime());
        Path draft = parent.resolve("." + target.getFileName() + "." + unique + ".part");
        return new OutputFile(
                target, draft, packed(target, Files.newOutputStream(draft, StandardOpenOption.CREATE_NEW)));
    }

    /**
     * Refuses to write where something is yet to be read.
     *
     * @param output {@code -} and null are standard output
     * @param what an input is, such as "a problem"
     */
    static void requireNoInput(@Nullable String output, List<String> inputs, String what) throws IOException {
        if (output == null || output.equals("-")) {
            return;
        }
        try {
            Path out = Path.of(output);
            for (String input : inputs) {
                Path in = Path.of(input);
                if (Files.isRegularFile(out) && Files.exists(in) && Files.isSameFile(out, in)) {
                    throw new BadInputException(
                            output + ": is " + what + " to be read but expected another file to write to");
                }
            }
        } catch (InvalidPathException e) {
            throw new CannotWriteException(output, e);
        }
    }

    private static OutputStream packed(Path target, OutputStream raw) throws IOException {
        OutputStream buffered = new BufferedOutputStream(raw, 1 << 16);
        return target.toString().endsWith(".gz") ? new GZIPOutputStream(buffered, 1 << 16, true) : buffered;
    }

    OutputStream stream() {
        return stream;
    }

    /** Ends writing and puts the file in its place. */
    void commit() throws IOException {
        stream.close();
        if (draft != null) {
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Throws away what has not been committed. */
    @Override
    public void close() throws IOException {
        stream.close();
        if (draft != null) {
            Files.deleteIfExists(draft);
        }
    }
}
