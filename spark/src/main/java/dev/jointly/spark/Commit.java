package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;

/**
 * The one attempt at a piece that counts.
 *
 * @param attempt in the names of its files
 * @param frames rows in its file of frames; {@code people} and {@code putOff} likewise. Without postponed problems there is no
 *     file of them
 */
record Commit(String piece, String attempt, long frames, long people, long putOff) implements Serializable {
    private static final String FORMAT = "jointly/commit@1";

    /** The attempt that has committed a piece; empty if none has. */
    static Optional<Commit> of(String piece, OutputFolder folder, Storage storage) throws IOException {
        Optional<byte[]> content = storage.read(folder.commit(piece));
        return content.isEmpty() ? Optional.empty() : Optional.of(read(piece, new String(content.get(), UTF_8)));
    }

    /** Makes this attempt the one that counts, unless another does. */
    boolean put(OutputFolder folder, Storage storage) throws IOException {
        return storage.putOnce(folder.commit(piece), text().getBytes(UTF_8));
    }

    String text() {
        return String.join(
                        " ",
                        FORMAT,
                        piece,
                        attempt,
                        Long.toString(frames),
                        Long.toString(people),
                        Long.toString(putOff))
                + "\n";
    }

    static Commit read(String piece, String text) throws IOException {
        String[] words = text.strip().split(" ", -1);
        if (words.length != 6 || !words[0].equals(FORMAT) || !words[1].equals(piece)) {
            throw new IOException("the commit of " + piece + " is damaged");
        }
        try {
            return new Commit(
                    piece, words[2], Long.parseLong(words[3]), Long.parseLong(words[4]), Long.parseLong(words[5]));
        } catch (NumberFormatException e) {
            throw new IOException("the commit of " + piece + " is damaged", e);
        }
    }
}
