package dev.jointly.server.cvat;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.anatomy.Anatomy;
import dev.jointly.server.tool.ToolPerson;
import dev.jointly.server.tool.ToolPerson.ToolJoint;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** People as CVAT wants a detector's skeletons, in pixels. Parts that were not found are outside, in the middle of the person. */
record CvatSkeletons(Anatomy anatomy, String label) {
    void write(List<ToolPerson> people, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (ToolPerson person : people) {
            json.writeStartObject();
            json.writeStringField("type", "skeleton");
            json.writeStringField("label", label);
            json.writeStringField("confidence", confidence(person.score()));
            json.writeArrayFieldStart("elements");
            for (int part = 0; part < anatomy.size(); part++) {
                int wanted = part;
                Optional<ToolJoint> joint = person.joints().stream()
                        .filter(one -> one.part() == wanted)
                        .findFirst();
                element(person, part, joint, json);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("attributes");
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void element(ToolPerson person, int part, Optional<ToolJoint> joint, JsonGenerator json)
            throws IOException {
        double[] box = person.box();
        json.writeStartObject();
        json.writeStringField("type", "points");
        json.writeStringField("label", anatomy.parts().get(part));
        json.writeArrayFieldStart("points");
        json.writeNumber(joint.map(ToolJoint::x).orElse(box[0] + box[2] / 2));
        json.writeNumber(joint.map(ToolJoint::y).orElse(box[1] + box[3] / 2));
        json.writeEndArray();
        json.writeNumberField("outside", joint.isPresent() ? 0 : 1);
        json.writeNumberField("occluded", 0);
        json.writeStringField(
                "confidence", confidence(joint.map(ToolJoint::score).orElse(0.0)));
        json.writeArrayFieldStart("attributes");
        if (joint.isPresent() && Double.isFinite(joint.get().margin().orElse(Double.NaN))) {
            json.writeStartObject();
            json.writeStringField("name", CvatFunction.MARGIN);
            json.writeStringField(
                    "value",
                    String.format(Locale.ROOT, "%.2f", joint.get().margin().getAsDouble()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static String confidence(double score) {
        return String.format(Locale.ROOT, "%.4f", score);
    }
}
