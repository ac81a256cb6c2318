package dev.jointly.spark;

import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where a job's files are. Data files have the attempt in their names, and none is ever renamed or overwritten. A piece is done
 * when, and only when, its {@link Commit} exists, which names the attempt that counts.
 *
 * @param root as the person named it, made absolute
 */
record OutputFolder(String root) implements Serializable {
    static final String ENDING = ".parquet";

    Path frames() {
        return new Path(root, "frames");
    }

    Path commit(String piece) {
        return job("commits/" + piece);
    }

    /** A data file of an attempt. */
    static Path data(Path table, String piece, String attempt) {
        return new Path(table, piece + "." + attempt + ENDING);
    }

    /** The piece of the first pass that a data file comes from, itself or by way of postponed problems; it has no dot. */
    static String origin(Path data) {
        String name = data.getName();
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    Path people() {
        return new Path(root, "people");
    }

    /** The problems that an attempt at a piece of the first pass postponed: a line each, with their place. */
    Path putOff(String piece, String attempt) {
        return job("put-off/" + piece + "." + attempt + ".txt");
    }

    /** A file of the job itself, which readers of tables pass over. */
    Path job(String name) {
        return new Path(root, "_job/" + name);
    }

    Path top(String name) {
        return new Path(root, name);
    }

    FileSystem files(Configuration conf) throws IOException {
        FileSystem files = new Path(root).getFileSystem(conf);
        // checksum files of the local file system would only be litter beside the tables
        files.setWriteChecksum(false);
        return files;
    }

    /** Whether this piece was begun before, and may have killed its process; notes that it begins now. */
    boolean begin(String piece, FileSystem files) throws IOException {
        Path mark = job("started/" + piece);
        if (files.exists(mark)) {
            return true;
        }
        files.create(mark, true).close();
        return false;
    }
}
