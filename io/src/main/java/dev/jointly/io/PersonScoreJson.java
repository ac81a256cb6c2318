package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.problem.PersonScore;
import java.io.IOException;
import java.util.List;

/** The field {@code personScore}, which problems and cost models share. */
public final class PersonScoreJson {
    private static final List<String> FIELDS =
            List.of("bias", "strength", "joints", "extent", "meanLink", "leastLink", "weakBelow");

    private PersonScoreJson() {}

    /** Reads the object at the current token. */
    public static PersonScore read(JsonSource source) throws IOException {
        double[] values = new double[FIELDS.size()];
        String path = source.path();
        JsonObject object = new JsonObject(source, FIELDS, "an object with " + String.join(", ", FIELDS));
        while (object.next()) {
            int field = FIELDS.indexOf(object.field());
            if (field < 0) {
                source.skip();
            } else {
                values[field] = source.finite("a finite number");
            }
        }
        for (String field : FIELDS) {
            object.require(field, "a finite number");
        }
        try {
            return new PersonScore(values[0], values[1], values[2], values[3], values[4], values[5], values[6]);
        } catch (IllegalArgumentException e) {
            throw source.problem(path, String.valueOf(e.getMessage()));
        }
    }

    /** Writes the field. */
    public static void write(PersonScore score, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("personScore");
        json.writeNumberField("bias", score.bias());
        json.writeNumberField("strength", score.strength());
        json.writeNumberField("joints", score.joints());
        json.writeNumberField("extent", score.extent());
        json.writeNumberField("meanLink", score.meanLink());
        json.writeNumberField("leastLink", score.leastLink());
        json.writeNumberField("weakBelow", score.weakBelow());
        json.writeEndObject();
    }
}
