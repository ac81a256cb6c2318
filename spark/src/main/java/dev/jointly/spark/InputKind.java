package dev.jointly.spark;

import java.util.Locale;

/** What a record of the input is. */
enum InputKind {
    /** Problems as text, one a line, plain or gzip. */
    NDJSON,
    /** Problems as rows. */
    PARQUET,
    /** Pictures by name, one a line of a list. */
    IMAGES;

    /** As the command line spells it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
