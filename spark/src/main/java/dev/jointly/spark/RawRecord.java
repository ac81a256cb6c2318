package dev.jointly.spark;

import java.io.Serializable;

/**
 * One record as it was read, not yet parsed, because it may kill the process.
 *
 * @param place where it stands, such as {@code frames.ndjson at byte 1024}
 * @param text a problem as JSON, or the name of an image
 */
record RawRecord(String place, String text) implements Serializable {}
