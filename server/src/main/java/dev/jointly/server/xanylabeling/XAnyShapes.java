package dev.jointly.server.xanylabeling;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.server.tool.ToolMargins;
import dev.jointly.server.tool.ToolPerson;
import dev.jointly.server.tool.ToolPerson.ToolJoint;
import java.io.IOException;
import java.util.List;

/** People as X-AnyLabeling's shapes: a point for each joint; the points of one person have one group. */
final class XAnyShapes {
    private XAnyShapes() {}

    /** @param hints become the description of the image */
    static void write(List<ToolPerson> people, List<String> hints, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeBooleanField("success", true);
        json.writeObjectFieldStart("data");
        json.writeArrayFieldStart("shapes");
        for (ToolPerson person : people) {
            for (ToolJoint joint : person.joints()) {
                shape(person.id() + 1, joint, json);
            }
        }
        json.writeEndArray();
        json.writeStringField("description", String.join(" ", hints));
        json.writeBooleanField("replace", true);
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void shape(int group, ToolJoint joint, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("label", joint.name());
        json.writeStringField("shape_type", "point");
        json.writeArrayFieldStart("points");
        json.writeStartArray();
        json.writeNumber(joint.x());
        json.writeNumber(joint.y());
        json.writeEndArray();
        json.writeEndArray();
        json.writeNumberField("group_id", group);
        json.writeNumberField("score", joint.score());
        json.writeStringField(
                "description",
                joint.margin().isPresent() ? ToolMargins.words(joint.margin().getAsDouble()) : "");
        json.writeObjectFieldStart("attributes");
        json.writeEndObject();
        json.writeBooleanField("difficult", false);
        json.writeNumberField("direction", 0);
        json.writeNullField("flags");
        json.writeArrayFieldStart("kie_linking");
        json.writeEndArray();
        json.writeEndObject();
    }
}
