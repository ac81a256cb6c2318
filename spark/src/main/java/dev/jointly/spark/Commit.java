package dev.jointly.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The one attempt at a piece that counts: a piece is done when, and only when, its commit exists.
 *
 * @param attempt in the names of its files, behind the piece
 * @param frames rows in its file of frames; {@code people} and {@code putOff} likewise. Without postponed problems there is no
 *     file of them
 */
record Commit(String piece, String attempt, long frames, long people, long putOff) implements Serializable {
    private static final String FORMAT = "jointly/commit@1";

    /** The attempt that has committed a piece; empty if none has. */
    static Optional<Commit> of(String piece, OutputFolder folder) throws IOException {
        Optional<String> text = folder.read(folder.commit(piece));
        return text.isEmpty() ? Optional.empty() : Optional.of(read(piece, text.get()));
    }

    /** Makes this attempt the one that counts, unless another does. */
    boolean put(OutputFolder folder) throws IOException {
        String text = String.join(" ", FORMAT, piece, attempt, "" + frames, "" + people, "" + putOff);
        return folder.putOnce(folder.commit(piece), text + "\n");
    }

    private static Commit read(String piece, String text) throws IOException {
        String[] words = text.strip().split(" ", -1);
        try {
            if (words.length == 6 && words[0].equals(FORMAT) && words[1].equals(piece)) {
                return new Commit(
                        piece, words[2], Long.parseLong(words[3]), Long.parseLong(words[4]), Long.parseLong(words[5]));
            }
        } catch (NumberFormatException e) {
            throw new IOException("the commit of " + piece + " is damaged", e);
        }
        throw new IOException("the commit of " + piece + " is damaged");
    }

    /** Of the names of its files. */
    String name() {
        return piece + "." + attempt;
    }

    /**
     * Deletes what attempts that died or lost have left of the pieces of a plan, so that a reader who lists the folder finds
     * each row once. The listing only finds what may be deleted; whether it goes is decided by the commit as it is then, since another
     * driver may have done a piece anew. Names are never used twice: a file that another driver writes from now on is not in the listing.
     *
     * @param commits of both passes, as far as they are known
     */
    static void sweep(List<Piece> plan, Collection<Commit> commits, OutputFolder folder) throws IOException {
        Set<String> own = plan.stream().map(Piece::name).collect(Collectors.toSet());
        Set<String> counting = commits.stream().map(Commit::name).collect(Collectors.toSet());
        for (String table : List.of(OutputFolder.FRAMES, OutputFolder.PEOPLE, OutputFolder.PUT_OFF)) {
            for (Path file : list(folder.top(table), folder)) {
                String name = file.getName().replaceFirst("\\.[a-z]+$", "");
                if (own.contains(name.replaceFirst("\\..*", ""))
                        && !counting.contains(name)
                        && isBeaten(name, folder)) {
                    folder.files().delete(file, false);
                }
            }
        }
    }

    private static List<Path> list(Path table, OutputFolder folder) throws IOException {
        List<Path> found = new ArrayList<>();
        try {
            RemoteIterator<LocatedFileStatus> list = folder.files().listFiles(table, false);
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
    private static boolean isBeaten(String name, OutputFolder folder) throws IOException {
        List<String> words = List.of(name.split("\\.", -1));
        // pieces and attempts take turns
        for (int i = 1; i < words.size(); i += 2) {
            Optional<Commit> now = of(String.join(".", words.subList(0, i)), folder);
            if (now.isEmpty() || !now.get().attempt().equals(words.get(i))) {
                return now.isPresent();
            }
        }
        return false;
    }
}
