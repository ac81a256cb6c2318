package dev.jointly.spark;

import dev.jointly.io.BadInputException;
import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;

/**
 * What a commit needs of its storage: to put a small file where there is none, completely or not at all, so that of several
 * writers one wins and all of them see who. Data files need less: they have names of their own, and are read only after a
 * commit has named them.
 *
 * @param files of the output
 * @param first puts a file, unless one is there
 */
record Storage(FileSystem files, First first) {
    /** A commit is a few lines, a plan at most 50,000. */
    private static final int MAX_BYTES = 64 << 20;

    /** Puts a file where there is none. It may fail although it has put the file: that is found out by reading. */
    @FunctionalInterface
    interface First {
        void put(Path file, byte[] content, FileSystem files) throws IOException;
    }

    static Storage of(FileSystem files) {
        String scheme = files.getScheme();
        return new Storage(
                files,
                switch (scheme) {
                    case "file" -> Storage::link;
                    case "hdfs" -> Storage::rename;
                    case "s3a" -> Storage::conditionally;
                    default ->
                        throw new BadInputException("--out: found storage of the kind " + scheme
                                + " but expected file, hdfs or s3a: of these it is known how one of two writers wins");
                });
    }

    /**
     * Puts a file, unless one is there.
     *
     * @param content no other writer puts the same
     * @return whether this content is the file now
     */
    boolean putOnce(Path file, byte[] content) throws IOException {
        IOException failed = null;
        try {
            first.put(file, content, files);
        } catch (IOException e) {
            // another was faster, or the answer was lost on the way: the file itself knows
            failed = e;
        }
        Optional<byte[]> winner = read(file);
        if (winner.isEmpty()) {
            throw failed == null ? new IOException("cannot write " + file) : failed;
        }
        return Arrays.equals(winner.get(), content);
    }

    /** The content of a small file; empty if there is none. */
    Optional<byte[]> read(Path file) throws IOException {
        try (InputStream in = files.open(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw new IOException(file + " has more than " + MAX_BYTES + " bytes");
            }
            return Optional.of(content);
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    /** What is to be in a file. */
    @FunctionalInterface
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    /** Writes a file completely or not at all, in place of the one that is there. */
    static void replace(Path file, Content content, FileSystem files) throws IOException {
        // an object appears when it is complete
        boolean whole = files.getScheme().equals("s3a");
        Path draft = whole ? file : new Path(file.getParent(), "." + file.getName() + "." + UUID.randomUUID());
        try (OutputStream out = new BufferedOutputStream(files.create(draft, true), 1 << 16)) {
            content.write(out);
        }
        if (!whole) {
            files.delete(file, false);
            if (!files.rename(draft, file)) {
                throw new IOException("cannot rename " + draft + " to " + file);
            }
        }
    }

    /** A link to a complete file, which POSIX refuses where the name exists. */
    private static void link(Path file, byte[] content, FileSystem files) throws IOException {
        java.nio.file.Path target = ((LocalFileSystem) files).pathToFile(file).toPath();
        java.nio.file.Path parent = target.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException("cannot write " + file);
        }
        Files.createDirectories(parent);
        java.nio.file.Path draft =
                Files.write(parent.resolve("." + target.getFileName() + "." + UUID.randomUUID()), content);
        try {
            Files.createLink(target, draft);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(target + " exists", e);
        } finally {
            Files.delete(draft);
        }
    }

    /** A complete file is renamed, which HDFS refuses where the name exists; both in one step of the namenode. */
    private static void rename(Path file, byte[] content, FileSystem files) throws IOException {
        Path draft = new Path(file.getParent(), "." + file.getName() + "." + UUID.randomUUID());
        try (FSDataOutputStream out = files.create(draft, false)) {
            out.write(content);
            out.hsync();
        }
        if (!files.rename(draft, file)) {
            files.delete(draft, false);
        }
    }

    /** The store refuses the object where its key exists (If-None-Match). */
    private static void conditionally(Path file, byte[] content, FileSystem files) throws IOException {
        FSDataOutputStreamBuilder<?, ?> builder = files.createFile(file);
        builder.must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true);
        try (FSDataOutputStream out = builder.build()) {
            out.write(content);
        }
    }
}
