package dev.jointly.cli.media;

import java.awt.image.BufferedImage;
import java.util.ArrayDeque;
import java.util.Optional;

/** Frames of videos that are yet to be drawn, in the order of the problems. Thread-safe. */
final class FramePictures {
    private final ArrayDeque<Picture> waiting = new ArrayDeque<>();

    private record Picture(String id, BufferedImage image) {}

    synchronized void keep(String id, BufferedImage image) {
        waiting.add(new Picture(id, image));
    }

    /** What keeping a picture takes; 0 if there are none. */
    synchronized int bytesOfEach() {
        Picture first = waiting.peek();
        return first == null ? 0 : 3 * first.image().getWidth() * first.image().getHeight();
    }

    /** Hands over a picture and forgets those before it, whose problems have failed. */
    synchronized Optional<BufferedImage> take(String id) {
        if (waiting.stream().noneMatch(picture -> picture.id().equals(id))) {
            return Optional.empty();
        }
        Picture next = waiting.remove();
        while (!next.id().equals(id)) {
            next = waiting.remove();
        }
        return Optional.of(next.image());
    }
}
