package dev.jointly.io;

import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonValue;
import dev.jointly.problem.Image;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The field {@code image}, which problems and evidence share. */
final class ImageFields {
    static final JsonShape SHAPE = JsonShape.of("an object with file, width and height", "file", "width", "height");
    private static final String PIXELS = "a whole number of pixels above 0";

    private ImageFields() {}

    /** The field of a document, if it is there. */
    static @Nullable Image of(JsonValue document) {
        return document.find("image")
                .map(image -> new Image(
                        image.name("file", "the image's file name"),
                        image.integer("width", 1, Integer.MAX_VALUE, PIXELS),
                        image.integer("height", 1, Integer.MAX_VALUE, PIXELS)))
                .orElse(null);
    }

    static Optional<Object> json(@Nullable Image image) {
        return Optional.ofNullable(image)
                .map(given -> Json.object("file", given.file(), "width", given.width(), "height", given.height()));
    }
}
