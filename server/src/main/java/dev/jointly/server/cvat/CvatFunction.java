package dev.jointly.server.cvat;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.io.Layout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What CVAT is told about the function that detects people.
 *
 * @param name by which CVAT asks for it
 * @param model name of the network
 */
record CvatFunction(String name, String model, Anatomy anatomy) {
    /** The label of people. */
    static final String PERSON = "person";

    /**
     * The attribute of joints. It is a text: CVAT drops a number that has a decimal point.
     */
    static final String MARGIN = "margin";

    /** @param port on which the function can be invoked */
    void write(int port, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("metadata");
        json.writeStringField("name", name);
        json.writeStringField("namespace", "nuclio");
        json.writeObjectFieldStart("annotations");
        json.writeStringField("name", "Jointly (" + model + ")");
        json.writeStringField("type", "detector");
        json.writeStringField("spec", spec());
        json.writeStringField("version", "1");
        json.writeEndObject();
        json.writeEndObject();
        json.writeObjectFieldStart("spec");
        json.writeStringField("description", "People as skeletons, grouped optimally");
        json.writeEndObject();
        json.writeObjectFieldStart("status");
        json.writeStringField("state", "ready");
        json.writeNumberField("httpPort", port);
        json.writeEndObject();
        json.writeEndObject();
    }

    /** The labels, as a text with JSON in it. */
    String spec() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = Layout.LINE.generator(bytes)) {
            json.writeStartArray();
            json.writeStartObject();
            json.writeStringField("name", PERSON);
            json.writeStringField("type", "skeleton");
            json.writeStringField("svg", new SkeletonSvg(anatomy).text());
            json.writeArrayFieldStart("sublabels");
            for (int part = 0; part < anatomy.size(); part++) {
                json.writeStartObject();
                json.writeNumberField("id", part + 1);
                json.writeStringField("name", anatomy.parts().get(part));
                json.writeStringField("type", "points");
                margin(json);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndArray();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void margin(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("attributes");
        json.writeStartObject();
        json.writeStringField("name", MARGIN);
        json.writeStringField("input_type", "text");
        json.writeArrayFieldStart("values");
        json.writeString("");
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }
}
