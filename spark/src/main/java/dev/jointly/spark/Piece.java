package dev.jointly.spark;

import java.io.Serializable;

/**
 * A piece of the input: what one task does and commits at once. Which pieces there are depends on the input and the
 * options alone, so that a rerun finds the same ones again.
 *
 * @param name of its output files
 * @param kind of the records in the file
 * @param file that holds it
 * @param start byte in the file, or of its row group
 * @param end byte after it
 * @param skip records between start and the first one of this piece
 * @param count of records
 * @param cost estimated seconds for all of them
 * @param peak estimated seconds for the hardest one
 * @param pass 1, or 2 for problems that the first pass postponed
 */
record Piece(
        String name,
        InputKind kind,
        String file,
        long start,
        long end,
        long skip,
        long count,
        double cost,
        double peak,
        int pass)
        implements Serializable {
    Piece {
        if (start < 0 || end < start || skip < 0 || count < 1) {
            throw new IllegalArgumentException("piece " + name + " of bytes " + start + " to " + end + " with " + count
                    + " records after " + skip);
        }
    }

    Piece named(String other) {
        return new Piece(other, kind, file, start, end, skip, count, cost, peak, pass);
    }

    /** Some of its records, from one on that is counted from its first. */
    Piece part(String other, long from, long records) {
        return new Piece(other, kind, file, start, end, skip + from, records, cost * records / count, peak, pass);
    }

    /** One line of a plan; the file stands last, whatever its name. */
    String line() {
        return String.join(
                "\t",
                name,
                kind.name(),
                Long.toString(start),
                Long.toString(end),
                Long.toString(skip),
                Long.toString(count),
                Double.toString(cost),
                Double.toString(peak),
                Integer.toString(pass),
                file);
    }

    static Piece ofLine(String line) {
        String[] words = line.split("\t", 10);
        return new Piece(
                words[0],
                InputKind.valueOf(words[1]),
                words[9],
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Double.parseDouble(words[6]),
                Double.parseDouble(words[7]),
                Integer.parseInt(words[8]));
    }
}
