package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file that appears under its name only when it is complete: written beside it first, moved when {@link #commit} says
 * so. What is not a plain file (a pipe, a terminal, /dev/null) is written directly. A name ending in .gz is compressed.
 * Where the parts of a file are of use without the rest, {@link #keep} says what is complete so far, and {@link
 * #commitKept} puts that in place, even on a disk that is full.
 *
 * <p>Only one run at a time can write a file: it holds a lock on the draft, or on the file itself if it continues that in its
 * place. The system releases the lock when the process ends, however it ends. It would also release it when any stream of the
 * same file is closed, so all of them stay open until the end.
 */
public final class OutputFile implements AutoCloseable {
    private final Path name;
    private final Path target;
    private final @Nullable Path draft;
    private final @Nullable FileChannel locked;
    private final OutputStream raw;
    private final OutputStream buffered;
    private final boolean compressed;
    /**
     * One compressed text after another, which together are one: what has ended needs nothing that comes later. Null between
     * two of them, and where nothing is compressed.
     */
    private @Nullable GZIPOutputStream member;

    private boolean ended;
    /** Bytes of the draft that are complete. */
    private long kept;

    /** @param locked holds the lock; null for what is not a plain file */
    private OutputFile(Path name, Path target, @Nullable Path draft, @Nullable FileChannel locked, OutputStream raw)
            throws IOException {
        this.name = name;
        this.target = target;
        this.draft = draft;
        this.locked = locked;
        this.raw = raw;
        this.buffered = new BufferedOutputStream(raw, 1 << 16) {
            @Override
            public void close() throws IOException {
                flush();
            }
        };
        this.compressed = target.toString().endsWith(".gz");
        this.member = compressed ? new GZIPOutputStream(buffered, 1 << 16, true) : null;
    }

    /** Standard output, which stays open. */
    static OutputFile standard(OutputStream out) throws IOException {
        Path name = Path.of("-");
        return new OutputFile(name, name, null, null, new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        });
    }

    /**
     * Starts writing; fails at once where nothing could be put in place later.
     *
     * @param force whether to replace a file of others
     */
    static OutputFile create(Path name, boolean force) throws IOException {
        if (Files.isDirectory(name)) {
            throw new IOException("it is a directory");
        }
        if (Files.exists(name) && !Files.isRegularFile(name)) {
            return new OutputFile(name, name, null, null, new FileOutputStream(name.toFile()));
        }
        // a link stays a link, to a new file
        Path target = Files.exists(name) ? name.toRealPath() : name.toAbsolutePath();
        Path parent = target.getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new IOException("its directory does not exist");
        }
        OwnFile.requireReplaceable(target, force);
        Path draft = draft(target);
        FileChannel locked = locked(draft);
        try {
            requireUnlocked(target);
            locked.truncate(0);
            return new OutputFile(name, target, draft, locked, Files.newOutputStream(draft, StandardOpenOption.WRITE));
        } catch (IOException e) {
            try (locked) {
                Files.deleteIfExists(draft);
            }
            throw e;
        }
    }

    /**
     * Continues a file in its place, where each part is of use as soon as it is written. {@link #content} is what it has, of
     * which {@link #cut} keeps the beginning.
     *
     * @param name of a file that need not exist yet
     */
    public static OutputFile append(Path name) throws IOException {
        FileChannel locked = locked(name);
        try {
            requireUnlocked(draft(name.toRealPath()));
            return new OutputFile(
                    name,
                    name,
                    null,
                    locked,
                    Files.newOutputStream(name, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            locked.close();
            throw e;
        }
    }

    private static Path draft(Path target) {
        return target.resolveSibling("." + target.getFileName() + ".part");
    }

    /** Opens a file that no other process writes, an empty one if there is none. */
    private static FileChannel locked(Path file) throws IOException {
        while (true) {
            String before = key(file);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            try {
                lock(channel);
                // another run may have moved or deleted it just before the lock
                if (!before.isEmpty() && before.equals(key(file))) {
                    return channel;
                }
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            channel.close();
        }
    }

    /** Which file has this name; empty if there is none. */
    private static String key(Path file) throws IOException {
        try {
            return "key "
                    + Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** A run that continues a file locks the file, one that replaces it locks the draft: each looks at the other's. */
    private static void requireUnlocked(Path file) throws IOException {
        if (Files.isRegularFile(file) && Files.isWritable(file)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                lock(channel);
            }
        }
    }

    private static void lock(FileChannel channel) throws IOException {
        try {
            // one byte behind any content, because on Windows locked bytes cannot be read
            if (channel.tryLock(Long.MAX_VALUE - 1, 1, false) == null) {
                throw new IOException("another run is writing it; wait until that ends, or give another file");
            }
        } catch (OverlappingFileLockException e) {
            throw new IOException("this run writes it already; give each output a file of its own", e);
        }
    }

    /**
     * Refuses to write where something is yet to be read.
     *
     * @param output {@code -} and null are standard output
     * @param what an input is, such as "a problem"
     */
    public static void requireNoInput(@Nullable String output, List<String> inputs, String what) throws IOException {
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

    /** What is written into a file. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes something; what goes wrong is said with the name of the file. */
    public void write(Content content) {
        attempt(() -> content.writeTo(stream()));
    }

    private interface Step {
        void run() throws IOException;
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new CannotWriteException(name.toString(), e);
        }
    }

    /** Writes a part, with which all that was written so far is complete. */
    public void add(Content part) {
        write(out -> {
            part.writeTo(out);
            keep();
        });
    }

    /** As the caller named it. */
    public Path name() {
        return name;
    }

    public OutputStream stream() throws IOException {
        if (compressed && member == null) {
            member = new GZIPOutputStream(buffered, 1 << 16, true);
        }
        return member == null ? buffered : member;
    }

    private void endText() throws IOException {
        if (member != null) {
            member.finish();
            member = null;
        }
        buffered.flush();
    }

    /** What a file that is continued has; it need not be closed. */
    public InputStream content() throws IOException {
        return Channels.newInputStream(channel().position(0));
    }

    /** Keeps so many bytes of a file that is continued. */
    public void cut(long bytes) throws IOException {
        channel().truncate(bytes);
    }

    private FileChannel channel() {
        return Objects.requireNonNull(locked, "only plain files can be read or cut");
    }

    /** Ends writing and puts the file in its place. */
    public void commit() {
        attempt(() -> {
            endText();
            place();
        });
    }

    private void place() throws IOException {
        if (draft != null) {
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        }
        release();
    }

    private void release() throws IOException {
        ended = true;
        try (locked) {
            raw.close();
        }
    }

    /** All that was written so far is complete. */
    void keep() throws IOException {
        if (draft == null) {
            stream().flush();
        } else {
            endText();
            kept = Files.size(draft);
        }
    }

    /** Ends writing, puts the complete part in place, if there is any, and closes the file. */
    public void commitKept() {
        if (draft == null) {
            commit();
            return;
        }
        try {
            endText();
        } catch (IOException e) {
            // the rest, of no use by itself; the write that failed has reported it
        }
        try {
            if (kept > 0) {
                attempt(() -> {
                    cut(kept);
                    place();
                });
            }
        } finally {
            close();
        }
    }

    /** Throws away what has not been committed. */
    @Override
    public void close() {
        if (ended) {
            // by now the draft may be another run's
            return;
        }
        attempt(() -> {
            try {
                if (draft == null) {
                    endText();
                } else {
                    Files.deleteIfExists(draft);
                }
            } finally {
                release();
            }
        });
    }
}
