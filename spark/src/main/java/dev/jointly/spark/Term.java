package dev.jointly.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/**
 * One driver's turn at a shard. Terms are numbered, and each number is put once: who has a number has it alone, and whoever can
 * read the next number knows that this term is over. Tasks carry the term of their driver.
 *
 * @param shard such as {@code 0-of-1}
 * @param number from 1
 */
record Term(OutputFolder folder, String shard, int number) implements Serializable {

    Path file() {
        return folder.job(String.format(Locale.ROOT, "terms/%s/%06d", shard, number));
    }

    /** Where its driver gives signs of life. */
    Path beat() {
        return file().suffix(".beat");
    }

    Term next() {
        return new Term(folder, shard, number + 1);
    }

    /** Goes on only if no later driver has taken over. */
    void require(Storage storage) throws IOException {
        if (storage.read(next().file()).isPresent()) {
            throw new SupersededException(this);
        }
    }
}
