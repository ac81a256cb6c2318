package dev.jointly.spark;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * One record as it was read, not yet parsed, because it may kill the process.
 *
 * @param place where it is, such as {@code frames.ndjson at byte 1024, record 3}, for messages
 * @param text a problem as JSON, or the name of an image
 * @param image the image's bytes; null if it is to be read from where its name says
 */
record RawRecord(String place, String text, byte @Nullable [] image) implements Serializable {
    RawRecord(String place, String text) {
        this(place, text, null);
    }
}
