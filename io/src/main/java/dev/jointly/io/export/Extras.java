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

/** Additional fields that the formats of other tools ignore. */
final class Extras {
    private Extras() {}

    /** A person's cost, score where it has one, the duplicates of its joints, and which of these were moved. */
    static void person(Solved solved, Person person, JsonGenerator json) throws IOException {
        json.writeNumberField("cost", Micro.decimal(person.cost()));
        if (person.score().isPresent()) {
            json.writeNumberField("personScore", person.score().getAsDouble());
        }
        json.writeObjectFieldStart("duplicates");
        for (Map.Entry<Integer, List<Integer>> entry : person.local().entrySet()) {
            json.writeArrayFieldStart(solved.parts().get(entry.getKey()));
            for (int d : entry.getValue()) {
                Joint joint = solved.joint(d);
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
        if (solved.isFilled(person)) {
            json.writeBooleanField("filled", true);
        }
        List<String> moved = moved(solved, person);
        if (!moved.isEmpty()) {
            json.writeFieldName("moved");
            json.writeArray(moved.toArray(String[]::new), 0, moved.size());
        }
    }

    /** The parts of the joints that were moved. */
    private static List<String> moved(Solved solved, Person person) {
        return person.global().entrySet().stream()
                .filter(joint -> solved.moved(joint.getValue()))
                .map(joint -> solved.parts().get(joint.getKey()))
                .toList();
    }

    /** How good the solution for an image is. */
    static void bounds(Bounds bounds, JsonGenerator json) throws IOException {
        json.writeStringField("status", bounds.status());
        json.writeNumberField("objective", Micro.decimal(bounds.objective()));
        json.writeNumberField("lowerBound", Micro.decimal(bounds.lowerBound()));
        json.writeNumberField("gap", bounds.gap());
    }

    /** A person's duplicates as text: part, then the detections. */
    static String duplicates(Solved solved, Person person) {
        StringBuilder text = new StringBuilder();
        person.local().forEach((part, all) -> {
            text.append(text.isEmpty() ? "" : "; ")
                    .append(solved.parts().get(part))
                    .append(':');
            all.forEach(d -> text.append(' ').append(d));
        });
        return text.toString();
    }

    /** A computed length in pixels, for which sixteen digits are too many. */
    static BigDecimal rounded(double pixels) {
        return BigDecimal.valueOf(pixels).setScale(3, RoundingMode.HALF_EVEN).stripTrailingZeros();
    }
}
