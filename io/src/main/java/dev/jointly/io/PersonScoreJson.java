package dev.jointly.io;

import dev.jointly.io.json.Json;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonValue;
import dev.jointly.problem.PersonScore;
import java.util.Optional;
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

    /** What the field is written as; left out where there is none. */
    public static Optional<Object> json(@Nullable PersonScore score) {
        return Optional.ofNullable(score)
                .map(s -> Json.object(
                        "bias", s.bias(),
                        "strength", s.strength(),
                        "joints", s.joints(),
                        "extent", s.extent(),
                        "meanLink", s.meanLink(),
                        "leastLink", s.leastLink(),
                        "weakBelow", s.weakBelow()));
    }
}
