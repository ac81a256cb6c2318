package dev.jointly.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One record as it was read, not yet parsed, because it may kill the process.
 *
 * @param place where it is, such as {@code frames.ndjson at byte 1024, record 3}, for messages
 * @param text a problem as JSON, or the name of an image
 * @param image the image's bytes; null for a problem, and where they cannot be read
 * @param unreadable why they cannot
 */
record RawRecord(
        String place,
        String text,
        byte @Nullable [] image,
        @Nullable String unreadable) implements Serializable {
    RawRecord(String place, String text) {
        this(place, text, null, null);
    }
}
