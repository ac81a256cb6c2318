package dev.jointly.cli;

import dev.jointly.io.BadInputException;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
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
 * Where the parts of a file are of use without the rest, {@link #keep} says what is complete so far, and {@link
 * #commitKept} puts that in place, even on a disk that is full.
 */
final class OutputFile implements AutoCloseable {
    private final Path target;
    private final @Nullable Path draft;
    private final OutputStream stream;
    private Kept kept = new Kept(0, 0, 0);
    private Kept before = kept;

    private OutputFile(Path target, @Nullable Path draft, OutputStream stream) {
        this.target = target;
        this.draft = draft;
        this.stream = stream;
    }

    /**
     * The complete part.
     *
     * @param bytes of the draft
     * @param crc of the text, as gzip's trailer wants it
     * @param length of the text, likewise
     */
    private record Kept(long bytes, long crc, long length) {
        /** Closes the last block of a gzip stream that was flushed to a whole byte. */
        byte[] trailer() {
            return ByteBuffer.allocate(10)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put((byte) 3)
                    .put((byte) 0)
                    .putInt((int) crc)
                    .putInt((int) length)
                    .array();
        }
    }

    /** Lets its checksum be seen before the end. */
    private static final class Gzip extends GZIPOutputStream {
        Gzip(OutputStream out) throws IOException {
            super(out, 1 << 16, true);
        }

        Kept at(long bytes) {
            return new Kept(bytes, crc.getValue(), def.getBytesRead());
        }
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
        OutputStream raw = Files.newOutputStream(draft, StandardOpenOption.CREATE_NEW);
        return new OutputFile(target, draft, packed(target, raw));
    }

    /**
     * Continues a file in its place, where each part is of use as soon as it is written.
     *
     * @param bytes of it that stay; 0 also where there is no file yet
     */
    static OutputFile append(Path name, long bytes) throws IOException {
        FileChannel channel = FileChannel.open(name, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.truncate(bytes).position(bytes);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new OutputFile(name, null, new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16));
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
        return target.toString().endsWith(".gz") ? new Gzip(buffered) : buffered;
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

    /** All that was written so far is complete. */
    void keep() throws IOException {
        stream.flush();
        if (draft != null) {
            long bytes = Files.size(draft);
            before = kept;
            kept = stream instanceof Gzip gzip ? gzip.at(bytes) : new Kept(bytes, 0, 0);
        }
    }

    /** Ends writing and puts the complete part in place, if there is any. */
    void commitKept() throws IOException {
        if (draft == null) {
            stream.close();
            return;
        }
        try {
            stream.close();
        } catch (IOException e) {
            // the rest, of no use by itself; whoever wrote it has heard of it
        }
        if (kept.bytes() == 0) {
            return;
        }
        try {
            seal(draft, kept);
        } catch (IOException e) {
            if (before.bytes() == 0) {
                throw e;
            }
            // not even space for a trailer; in place of the last part there is
            seal(draft, before);
        }
        Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private void seal(Path file, Kept whole) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(whole.bytes());
            if (stream instanceof Gzip) {
                channel.position(whole.bytes());
                ByteBuffer trailer = ByteBuffer.wrap(whole.trailer());
                while (trailer.hasRemaining()) {
                    channel.write(trailer);
                }
            }
        }
    }

    /** Throws away what has not been committed. */
    @Override
    public void close() throws IOException {
        try {
            stream.close();
        } finally {
            // also where the disk is full
            if (draft != null) {
                Files.deleteIfExists(draft);
            }
        }
    }
}
