package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.problem.Image;
import java.io.IOException;
import java.util.List;

/** The field {@code image}, which problems and evidence share. */
final class ImageFields {
    private static final List<String> FIELDS = List.of("file", "width", "height");

    private ImageFields() {}

    static Image read(JsonSource source) throws IOException {
        String file = "";
        int width = 0;
        int height = 0;
        JsonObject object = new JsonObject(source, FIELDS, "an object with file, width and height");
        while (object.next()) {
            switch (object.field()) {
                case "file" -> file = source.name("the image's file name");
                case "width" -> width = source.integer(1, Integer.MAX_VALUE, "a whole number of pixels above 0");
                case "height" -> height = source.integer(1, Integer.MAX_VALUE, "a whole number of pixels above 0");
                default -> source.skip();
            }
        }
        object.require("file", "the image's file name");
        object.require("width", "a whole number of pixels above 0");
        object.require("height", "a whole number of pixels above 0");
        return new Image(file, width, height);
    }

    static void write(Image image, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("image");
        json.writeStringField("file", image.file());
        json.writeNumberField("width", image.width());
        json.writeNumberField("height", image.height());
        json.writeEndObject();
    }
}
