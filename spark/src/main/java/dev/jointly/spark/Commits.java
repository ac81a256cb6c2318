package dev.jointly.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The commits of many pieces. Each is looked up by its name: what a listing shows is never taken for what there is.
 *
 * @param byPiece in the order of the pieces that were asked for
 */
record Commits(Map<String, Commit> byPiece) {
    private static final int SLICES = 200;

    /** Those of these pieces that are committed. */
    static Commits of(
            List<Piece> pieces,
            OutputFolder folder,
            JavaSparkContext spark,
            Broadcast<SerializableConfiguration> hadoop) {
        Map<String, Commit> byPiece = new LinkedHashMap<>();
        if (pieces.isEmpty()) {
            return new Commits(byPiece);
        }
        List<String> names = pieces.stream().map(Piece::name).toList();
        spark.parallelize(names, Math.min(SLICES, names.size()))
                .mapPartitions(some -> found(some, folder, hadoop).iterator())
                .collect()
                .forEach(commit -> byPiece.put(commit.piece(), commit));
        return new Commits(byPiece);
    }

    private static List<Commit> found(
            Iterator<String> pieces, OutputFolder folder, Broadcast<SerializableConfiguration> hadoop)
            throws IOException {
        Storage storage = Storage.of(folder.files(hadoop.value().value()));
        List<Commit> found = new ArrayList<>();
        while (pieces.hasNext()) {
            Commit.of(pieces.next(), folder, storage).ifPresent(found::add);
        }
        return found;
    }

    boolean has(Piece piece) {
        return byPiece.containsKey(piece.name());
    }

    /** The commit of a piece that was done. */
    Commit of(Piece piece) throws IOException {
        Commit commit = byPiece.get(piece.name());
        if (commit == null) {
            throw new IOException("the commit of " + piece.name() + " is missing");
        }
        return commit;
    }

    /** Files of the problems that were postponed. */
    List<Input.Listed> putOff(OutputFolder folder) {
        return byPiece.values().stream()
                .filter(commit -> commit.putOff() > 0)
                .map(commit -> new Input.Listed(
                        OutputFolder.data(folder.putOff(), commit.piece(), commit.attempt())
                                .toString(),
                        1))
                .toList();
    }

    /** These and others. */
    Commits and(Commits others) {
        Map<String, Commit> both = new LinkedHashMap<>(byPiece);
        both.putAll(others.byPiece);
        return new Commits(both);
    }

    /**
     * Deletes what attempts that died, lost or were replaced have left of the pieces of a plan, all of which are committed. The
     * listing only finds what to delete: a file that it misses stays, and no file of a commit goes.
     */
    void sweep(List<Piece> plan, Path table, FileSystem files) throws IOException {
        Set<String> own = new HashSet<>();
        plan.forEach(piece -> own.add(piece.name()));
        Set<String> counting = new HashSet<>();
        byPiece.values()
                .forEach(commit -> counting.add(OutputFolder.data(table, commit.piece(), commit.attempt())
                        .getName()));
        try {
            RemoteIterator<LocatedFileStatus> list = files.listFiles(table, false);
            while (list.hasNext()) {
                Path file = list.next().getPath();
                if (own.contains(OutputFolder.origin(file)) && !counting.contains(file.getName())) {
                    files.delete(file, false);
                }
            }
        } catch (FileNotFoundException e) {
            // nothing was written to this table, so that nothing is left of it
            return;
        }
    }
}
