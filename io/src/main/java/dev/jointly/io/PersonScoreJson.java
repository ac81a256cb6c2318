package dev.jointly.io;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonValue;
import dev.jointly.problem.PersonScore;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The field {@code personScore}, which problems and cost models share. */
public final class PersonScoreJson {
    private static final String[] FIELDS = {"bias", "strength", "joints", "extent", "meanLink", "leastLink", "weakBelow"
    };
    /** What the field has. */
    public static final JsonShape SHAPE = JsonShape.of("an object with " + String.join(", ", FIELDS), FIELDS);

    private PersonScoreJson() {}

    /** The field of a document, if it is there. */
    public static @Nullable PersonScore of(JsonValue document) {
        return document.find("personScore").map(PersonScoreJson::score).orElse(null);
    }

    private static PersonScore score(JsonValue score) {
        double[] v = new double[FIELDS.length];
        for (int i = 0; i < v.length; i++) {
            v[i] = score.finite(FIELDS[i], "a finite number");
        }
        return score.checked(() -> new PersonScore(v[0], v[1], v[2], v[3], v[4], v[5], v[6]));
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
