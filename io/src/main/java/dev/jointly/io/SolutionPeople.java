package dev.jointly.io;

import dev.jointly.evidence.Truth.Joint;
import dev.jointly.evidence.Truth.Mark;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The people of a solution as the file itself places them, for use without the problem.
 *
 * @param problem the id of the problem
 * @param people for each pose the places of its joints, by the names of parts
 */
public record SolutionPeople(String problem, List<Map<String, Joint>> people) {
    private static final String PIXELS = "a finite number of pixels";
    private static final JsonShape POSE = JsonShape.of("a pose", "global")
            .with(
                    "joints",
                    JsonShape.map(
                            "an object with the joints by part",
                            JsonShape.of("a joint, an object with x and y", "x", "y")));
    private static final JsonShape SHAPE = JsonShape.of("a solution", "problem")
            .format(SolutionWriter.FORMAT, ClaimReader::hint)
            .list("poses", "an array of poses", Limit.of(Limits.DETECTIONS, "entries"), POSE, SolutionPeople::person);

    /** Copies lists and maps, whose order stays. */
    public SolutionPeople {
        List<Map<String, Joint>> copies = new ArrayList<>();
        people.forEach(person -> copies.add(Collections.unmodifiableMap(new LinkedHashMap<>(person))));
        people = Collections.unmodifiableList(copies);
    }

    /** Reads where the people of solutions are, plain or gzip, one or many; {@code -} is standard input. Nothing is checked. */
    public static DocumentReader<SolutionPeople> open(String file, InputStream standardInput) {
        return new DocumentReader<>(
                JsonSource.open(file, standardInput).asGiven(), "solution", SHAPE, SolutionPeople::of);
    }

    private static SolutionPeople of(JsonValue solution) {
        return new SolutionPeople(solution.name("problem", "the problem's id"), solution.list("poses"));
    }

    private static Map<String, Joint> person(JsonValue pose) {
        return pose.get("joints", "the places of the joints, which solutions by jointly have")
                .map(joint -> new Joint(place(joint, "x"), place(joint, "y"), Mark.VISIBLE));
    }

    private static double place(JsonValue joint, String field) {
        return joint.get(field, "its place in pixels; problems without places cannot be compared")
                .finite(PIXELS);
    }
}
