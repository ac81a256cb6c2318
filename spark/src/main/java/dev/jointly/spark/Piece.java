package dev.jointly.spark;

import java.io.Serializable;

/**
 * A piece of the input: what one task does and commits at once. Which pieces there are depends on the input and the
 * options alone, so that a rerun finds the same ones again.
 *
 * @param name of its output files
 * @param pass 1, or 2 for problems that the first pass postponed
 * @param part what is read for it
 * @param first record of the part that is one of the piece
 * @param step from there to the next one
 * @param count of records
 */
record Piece(String name, int pass, Part part, long first, long step, long count) implements Serializable {
    /**
     * A partition of the input as Spark reads it, or the postponed problems of an attempt.
     *
     * @param number of the partition
     * @param records in it
     * @param check sum over the places of all of them
     */
    record Part(int number, long records, long check) implements Serializable {}

    /** Whether a record of the part, counted from 0, is one of the piece. */
    boolean has(long record) {
        return record >= first && (record - first) % step == 0 && (record - first) / step < count;
    }

    /** The attempt that postponed the problems of a piece of the second pass. */
    String postponedBy() {
        return name.substring(0, name.lastIndexOf('.'));
    }
}
