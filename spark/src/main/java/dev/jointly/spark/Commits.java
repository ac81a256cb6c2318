package dev.jointly.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/** The commits of many pieces. Each is looked up by its name: what a listing shows is never taken for what there is. */
final class Commits {
    private static final int SLICES = 200;

    private Commits() {}

    /** Those of these pieces that are committed, by piece. */
    static Map<String, Commit> of(
            List<Piece> pieces,
            OutputFolder folder,
            JavaSparkContext spark,
            Broadcast<SerializableConfiguration> hadoop) {
        Map<String, Commit> byPiece = new HashMap<>();
        if (!pieces.isEmpty()) {
            List<String> names = pieces.stream().map(Piece::name).toList();
            spark.parallelize(names, Math.min(SLICES, names.size()))
                    .flatMap(name -> Commit.of(
                                    name,
                                    folder,
                                    Storage.of(folder.files(hadoop.value().value())))
                            .stream()
                            .iterator())
                    .collect()
                    .forEach(commit -> byPiece.put(commit.piece(), commit));
        }
        return byPiece;
    }

    /**
     * Deletes what attempts that died or lost have left of the pieces of a plan, so that a reader who lists the folder finds
     * each row once. The listing only finds what may be deleted; whether it goes is decided by the commit as it is then, since another
     * driver may have done a piece anew. Names are never used twice: a file that another driver writes from now on is not in the listing.
     *
     * @param commits of both passes, as far as they are known
     */
    static void sweep(List<Piece> plan, Collection<Commit> commits, OutputFolder folder, Storage storage)
            throws IOException {
        Set<String> own = new HashSet<>();
        plan.forEach(piece -> own.add(piece.name()));
        Set<String> counting = new HashSet<>();
        commits.forEach(commit -> counting.add(commit.piece() + "." + commit.attempt()));
        for (Path table : List.of(folder.frames(), folder.people(), folder.job("put-off"))) {
            for (Path file : list(table, storage.files())) {
                String name = file.getName().replaceFirst("\\.[a-z]+$", "");
                if (own.contains(OutputFolder.origin(file))
                        && !counting.contains(name)
                        && isBeaten(file, folder, storage)) {
                    storage.files().delete(file, false);
                }
            }
        }
    }

    private static List<Path> list(Path table, FileSystem files) throws IOException {
        List<Path> found = new ArrayList<>();
        try {
            RemoteIterator<LocatedFileStatus> list = files.listFiles(table, false);
            while (list.hasNext()) {
                found.add(list.next().getPath());
            }
        } catch (FileNotFoundException e) {
            // nothing was written to this table, so that nothing is left of it
            return List.of();
        }
        return found;
    }

    /** Whether another attempt at the piece of a data file is committed, or at the piece that postponed its problems. */
    private static boolean isBeaten(Path file, OutputFolder folder, Storage storage) throws IOException {
        List<String> words = List.of(file.getName().split("\\.", -1));
        // pieces and attempts take turns; the last word is the ending
        for (int i = 1; i < words.size() - 1; i += 2) {
            Optional<Commit> now = Commit.of(String.join(".", words.subList(0, i)), folder, storage);
            if (now.isEmpty() || !now.get().attempt().equals(words.get(i))) {
                return now.isPresent();
            }
        }
        return false;
    }
}
