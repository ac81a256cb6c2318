package dev.jointly.vision.net;

import dev.jointly.evidence.Evidence;
import java.awt.image.BufferedImage;

/** Something that finds candidates and affinities in images. Thread-safe. */
public interface ImageDetector extends AutoCloseable {
    /**
     * What it finds in an image.
     *
     * @param photo three bytes per pixel, as {@link PhotoReader} gives it
     */
    Evidence detect(String id, String photoFile, BufferedImage photo);

    @Override
    void close();
}
