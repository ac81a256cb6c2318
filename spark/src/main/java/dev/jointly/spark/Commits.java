package dev.jointly.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
     * Deletes what attempts that died, lost or were replaced have left of the pieces of a plan. The listing only finds what may
     * be deleted; whether it goes is decided by the commit as it is then, since these commits may be old by now. Names are never
     * used twice: a file that another driver writes from now on is not in the listing.
     */
    void sweep(List<Piece> plan, Path table, OutputFolder folder, Storage storage) throws IOException {
        Set<String> own = new HashSet<>();
        plan.forEach(piece -> own.add(piece.name()));
        Set<String> counting = new HashSet<>();
        byPiece.values()
                .forEach(commit -> counting.add(OutputFolder.data(table, commit.piece(), commit.attempt())
                        .getName()));
        try {
            RemoteIterator<LocatedFileStatus> list = storage.files().listFiles(table, false);
            while (list.hasNext()) {
                Path file = list.next().getPath();
                if (own.contains(OutputFolder.origin(file))
                        && !counting.contains(file.getName())
                        && beaten(file, folder, storage)) {
                    storage.files().delete(file, false);
                }
            }
        } catch (FileNotFoundException e) {
            // nothing was written to this table, so that nothing is left of it
            return;
        }
    }

    /** Whether another attempt at the piece of a data file is committed, or at the piece that postponed its problems. */
    private static boolean beaten(Path file, OutputFolder folder, Storage storage) throws IOException {
        List<String> words =
                List.of(file.getName().replace(OutputFolder.ENDING, "").split("\\.", -1));
        for (int i = 1; i < words.size(); i += 2) {
            Optional<Commit> now = Commit.of(String.join(".", words.subList(0, i)), folder, storage);
            if (now.isEmpty()) {
                return false;
            }
            if (!now.get().attempt().equals(words.get(i))) {
                return true;
            }
        }
        return false;
    }
}
