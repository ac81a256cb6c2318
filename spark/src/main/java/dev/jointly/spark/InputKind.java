package dev.jointly.spark;

import java.util.Locale;

/** What a record of the input is. */
enum InputKind {
    /** Problems as text, one per line, plain or gzip. */
    NDJSON,
    /** Problems as rows. */
    PARQUET,
    /** Images by name, one per line of a list. */
    IMAGES;

    /** As the command line spells it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
