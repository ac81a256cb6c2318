package dev.jointly.io.dlc;

import dev.jointly.io.BadInputException;

/**
 * Counts values as they are looked at. Each takes a byte of the file or more, unless the file mentions one thing again and
 * again or declares more than it holds: a few bytes could then stand for any amount of memory.
 */
final class Meter {
    private final String file;
    private final long bytes;
    private long left;

    /** @param bytes length of the pickle */
    Meter(String file, long bytes) {
        this.file = file;
        this.bytes = bytes;
        this.left = bytes;
    }

    void take(long values) {
        left -= values;
        if (left < 0) {
            throw new BadInputException(
                    file + ": found more values than its " + bytes
                            + " bytes can hold, because it refers to some values many times; expected each frame to have its own values");
        }
    }
}
