package dev.jointly.io.export;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.export.Solved.Joint;
import dev.jointly.io.export.Solved.Person;
import dev.jointly.problem.Micro;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;

/** The fields that formats of others do not know, but let stand. */
final class Extras {
    private Extras() {}

    /** What a person costs, and further detections of its joints. */
    static void person(Solved picture, Person person, JsonGenerator json) throws IOException {
        json.writeNumberField("cost", Micro.decimal(person.cost()));
        json.writeObjectFieldStart("duplicates");
        for (Map.Entry<Integer, List<Integer>> entry : person.local().entrySet()) {
            json.writeArrayFieldStart(picture.parts().get(entry.getKey()));
            for (int d : entry.getValue()) {
                Joint joint = picture.joint(d);
                json.writeStartObject();
                json.writeNumberField("detection", d);
                json.writeNumberField("x", joint.x());
                json.writeNumberField("y", joint.y());
                json.writeNumberField("score", joint.score());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** How good the answer for a picture is. */
    static void bounds(Bounds bounds, JsonGenerator json) throws IOException {
        json.writeStringField("status", bounds.status());
        json.writeNumberField("objective", Micro.decimal(bounds.objective()));
        json.writeNumberField("lowerBound", Micro.decimal(bounds.lowerBound()));
        json.writeNumberField("gap", bounds.gap());
    }

    /** A person's duplicates as text: part, then the detections. */
    static String duplicates(Solved picture, Person person) {
        StringBuilder text = new StringBuilder();
        person.local().forEach((part, all) -> {
            text.append(text.isEmpty() ? "" : "; ")
                    .append(picture.parts().get(part))
                    .append(':');
            all.forEach(d -> text.append(' ').append(d));
        });
        return text.toString();
    }

    /** A computed length in pixels; nobody reads sixteen digits of it. */
    static BigDecimal rounded(double pixels) {
        return BigDecimal.valueOf(pixels).setScale(3, RoundingMode.HALF_EVEN).stripTrailingZeros();
    }
}
