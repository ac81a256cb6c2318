package dev.jointly.io.export;

import java.io.Closeable;
import java.io.IOException;

/**
 * Writes solved images one after another; closing it ends the document and leaves the stream open. Not thread-safe.
 */
public interface Exporter extends Closeable {
    /** Writes one more image. */
    void add(Solved solved) throws IOException;

    /** Of formats with a file for each image, which is complete with it. */
    @FunctionalInterface
    interface OfEach extends Exporter {
        @Override
        default void close() {}
    }
}
