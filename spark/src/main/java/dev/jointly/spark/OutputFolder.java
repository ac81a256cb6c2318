package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jointly.io.BadInputException;
import java.io.BufferedOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;

/**
 * Where a job's files are, and what a commit needs of their storage: to put a small file where there is none, completely or not at all, so
 * that of several writers one wins and all of them see who. Data files need less: they have the attempt in their names, none is ever renamed
 * or overwritten, and they are read only after a {@link Commit} has named them.
 *
 * @param root as the person named it, made absolute
 */
record OutputFolder(String root, FileSystem files) {
    static final String FRAMES = "frames";
    static final String PEOPLE = "people";
    static final String PUT_OFF = "_job/put-off";
    static final String ENDING = ".parquet";

    /** A commit is a line, a plan at most 50,000. */
    private static final int MAX_BYTES = 64 << 20;

    static OutputFolder of(String root, Configuration conf) throws IOException {
        Path path = new Path(root);
        FileSystem files = path.getFileSystem(conf);
        if (!Set.of("file", "hdfs", "s3a").contains(files.getScheme())) {
            throw new BadInputException("--out: found storage of the kind " + files.getScheme()
                    + " but expected file, hdfs or s3a: of these it is known how one of two writers wins");
        }
        // checksum files of the local file system would only be litter beside the tables
        files.setWriteChecksum(false);
        return new OutputFolder(files.makeQualified(path).toString(), files);
    }

    Path top(String name) {
        return new Path(root, name);
    }

    /** A file of the job itself, which readers of tables pass over. */
    Path job(String name) {
        return top("_job/" + name);
    }

    Path commit(String piece) {
        return job("commits/" + piece);
    }

    /** A data file of an attempt, which is named by its piece and itself. */
    Path data(String table, String attempt) {
        return top(table + "/" + attempt + ENDING);
    }

    /** The problems that an attempt at a piece of the first pass postponed: a line each, with their place. */
    Path putOff(String attempt) {
        return top(PUT_OFF + "/" + attempt + ".txt");
    }

    /** Whether this piece was begun before, and may have killed its process; notes that it begins now. */
    boolean begin(String piece) throws IOException {
        Path mark = job("started/" + piece);
        if (files.exists(mark)) {
            return true;
        }
        files.create(mark, true).close();
        return false;
    }

    /**
     * Puts a file, unless one is there.
     *
     * @param content no other writer puts the same
     * @return whether this content is the file now
     */
    boolean putOnce(Path file, String content) throws IOException {
        IOException failed = null;
        try {
            put(file, content.getBytes(UTF_8));
        } catch (IOException e) {
            // another was faster, or the answer was lost on the way: the file itself knows
            failed = e;
        }
        Optional<String> winner = read(file);
        if (winner.isEmpty()) {
            throw failed == null ? new IOException("cannot write " + file) : failed;
        }
        return winner.get().equals(content);
    }

    private void put(Path file, byte[] content) throws IOException {
        if (isStore(files)) {
            // the store refuses the object where its key exists (If-None-Match)
            FSDataOutputStreamBuilder<?, ?> builder = files.createFile(file);
            builder.must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true);
            try (FSDataOutputStream out = builder.build()) {
                out.write(content);
            }
            return;
        }
        Path draft = draft(file);
        try (FSDataOutputStream out = files.create(draft, false)) {
            out.write(content);
            out.hsync();
        }
        try {
            if (files instanceof LocalFileSystem local) {
                // POSIX refuses a link where the name exists
                Files.createLink(
                        local.pathToFile(file).toPath(), local.pathToFile(draft).toPath());
            } else if (!files.rename(draft, file)) {
                // HDFS refuses it where the name exists, in one step of the namenode
                throw new IOException(file + " exists");
            }
        } finally {
            files.delete(draft, false);
        }
    }

    /** The content of a small file; empty if there is none. */
    Optional<String> read(Path file) throws IOException {
        try (InputStream in = files.open(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw new IOException(file + " has more than " + MAX_BYTES + " bytes");
            }
            return Optional.of(new String(content, UTF_8));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    /** What is to be in a file. */
    @FunctionalInterface
    interface Text {
        String get() throws IOException;
    }

    /** A file of the job that is put if there is none: all runs and shards find the same. */
    String agreed(String name, Text own) throws IOException {
        Path file = job(name);
        Optional<String> known = read(file);
        if (known.isEmpty()) {
            putOnce(file, own.get());
            known = read(file);
        }
        return known.orElseThrow(() -> new FileNotFoundException(file.toString()));
    }

    /** What is to be in a file, however long. */
    @FunctionalInterface
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    /** Writes a file beside the tables completely or not at all, in place of the one that is there. */
    void replace(String name, String text) throws IOException {
        replace(top(name), files, out -> out.write(text.getBytes(UTF_8)));
    }

    /** The same anywhere. */
    static void replace(Path file, FileSystem files, Content content) throws IOException {
        // an object appears when it is complete
        Path draft = isStore(files) ? file : draft(file);
        try (OutputStream out = new BufferedOutputStream(files.create(draft, true), 1 << 16)) {
            content.write(out);
        }
        if (!draft.equals(file)) {
            files.delete(file, false);
            if (!files.rename(draft, file)) {
                throw new IOException("cannot rename " + draft + " to " + file);
            }
        }
    }

    private static boolean isStore(FileSystem files) {
        return files.getScheme().equals("s3a");
    }

    private static Path draft(Path file) {
        return new Path(file.getParent(), "." + file.getName() + "." + UUID.randomUUID());
    }
}
