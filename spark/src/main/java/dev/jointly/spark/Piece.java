package dev.jointly.spark;

import java.io.Serializable;

/**
 * A piece of the input: what one task does and commits at once. Which pieces there are depends on the input and the
 * options alone, so that a rerun finds the same ones again.
 *
 * @param name of its output files
 * @param pass 1, or 2 for problems that the first pass postponed
 * @param count of records
 * @param part what Spark reads
 * @param first record of the part that is one of the piece
 * @param step from there to the next one
 */
record Piece(String name, int pass, long count, Part part, long first, long step) implements Serializable {
    /**
     * A partition of the input, or a file of postponed problems.
     *
     * @param number of the partition
     * @param file of postponed problems; empty in the first pass
     * @param records in it
     * @param check sum over the places of all of them
     */
    record Part(int number, String file, long records, long check) implements Serializable {}

    /** Whether a record of the part, counted from 0, is one of the piece. */
    boolean has(long record) {
        return record >= first && (record - first) % step == 0 && (record - first) / step < count;
    }

    /** One line of a plan of the first pass. */
    String line() {
        return String.join(
                "\t",
                name,
                Long.toString(count),
                Integer.toString(part.number()),
                Long.toString(part.records()),
                Long.toString(part.check()),
                Long.toString(first),
                Long.toString(step));
    }

    static Piece ofLine(String line) {
        String[] words = line.split("\t", -1);
        Part part = new Part(Integer.parseInt(words[2]), "", Long.parseLong(words[3]), Long.parseLong(words[4]));
        return new Piece(
                words[0], 1, Long.parseLong(words[1]), part, Long.parseLong(words[5]), Long.parseLong(words[6]));
    }
}
