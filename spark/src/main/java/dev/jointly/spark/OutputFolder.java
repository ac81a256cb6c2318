package dev.jointly.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Where a job's files are. A piece is done when, and only when, its file of frames is in place; those of people and of
 * postponed problems are put there before. Names identify pieces, not attempts, so two attempts at one piece can only
 * ever leave one result.
 *
 * @param root as the person named it, made absolute
 */
record OutputFolder(String root) implements Serializable {
    static final String ENDING = ".parquet";

    Path frames() {
        return new Path(root, "frames");
    }

    Path people() {
        return new Path(root, "people");
    }

    /** The problems postponed by the first pass, one file per piece. */
    Path putOff() {
        return new Path(root, "_job/put-off");
    }

    Path drafts() {
        return new Path(root, "_job/drafts");
    }

    /** A file of the job itself, which readers of tables pass over. */
    Path job(String name) {
        return new Path(root, "_job/" + name);
    }

    Path top(String name) {
        return new Path(root, name);
    }

    private Path started(String piece) {
        return job("started/" + piece);
    }

    FileSystem files(Configuration conf) throws IOException {
        FileSystem files = new Path(root).getFileSystem(conf);
        // checksum files of the local file system would only be litter beside the tables
        files.setWriteChecksum(false);
        return files;
    }

    boolean done(Piece piece, FileSystem files) throws IOException {
        return files.exists(new Path(frames(), piece.name() + ENDING));
    }

    /** Whether this piece was begun before, and may have killed its process; notes that it begins now. */
    boolean begin(Piece piece, FileSystem files) throws IOException {
        Path mark = started(piece.name());
        if (files.exists(mark)) {
            return true;
        }
        files.create(mark, true).close();
        return false;
    }

    /** Puts a finished file in place; another attempt's, should there be one, is replaced. */
    static void place(Path draft, Path target, FileSystem files) throws IOException {
        files.mkdirs(target.getParent());
        if (files.exists(target)) {
            files.delete(target, false);
        }
        if (!files.rename(draft, target)) {
            throw new IOException("cannot rename " + draft + " to " + target);
        }
    }

    /** Names without their ending of the files in a folder, which need not exist. */
    static Set<String> names(Path folder, FileSystem files) throws IOException {
        Set<String> names = new TreeSet<>();
        try {
            RemoteIterator<LocatedFileStatus> list = files.listFiles(folder, false);
            while (list.hasNext()) {
                String name = list.next().getPath().getName();
                if (name.endsWith(ENDING)) {
                    names.add(name.substring(0, name.length() - ENDING.length()));
                }
            }
        } catch (FileNotFoundException e) {
            return names;
        }
        return names;
    }
}
