package dev.jointly.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
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
    /** The columns that images are read from, as Spark's {@code binaryFile} calls them; content may be absent. */
    static final String PATH = "path";

    static final String CONTENT = "content";

    RawRecord(String place, String text) {
        this(place, text, null, null);
    }

    /**
     * The record of a row.
     *
     * @param hadoop for images that are not in the row
     */
    static RawRecord of(String place, Row row, SolveSettings settings, Configuration hadoop) throws IOException {
        if (settings.model() == null) {
            return new RawRecord(place, ProblemColumns.json(row));
        }
        String path = row.isNullAt(row.fieldIndex(PATH))
                ? ""
                : row.<String>getAs(PATH).strip();
        if (path.isEmpty()) {
            return new RawRecord(place, "image", null, "it has no path");
        }
        if (row.schema().getFieldIndex(CONTENT).isDefined()) {
            return new RawRecord(place, path, row.getAs(CONTENT), "it has no content");
        }
        try {
            Path image = new Path(path);
            try (InputStream in = image.getFileSystem(hadoop).open(image)) {
                return new RawRecord(place, path, in.readAllBytes(), null);
            }
        } catch (IOException | IllegalArgumentException e) {
            return new RawRecord(place, path, null, e.getMessage());
        }
    }

    /** The name of the image without its ending. */
    String imageId() {
        return imageName().replaceFirst("(?<=.)\\.[^.]*$", "");
    }

    String imageName() {
        return new Path(text).getName();
    }
}
