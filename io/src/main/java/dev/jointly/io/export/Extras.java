package dev.jointly.io.export;

import dev.jointly.io.export.Solved.Person;
import dev.jointly.io.json.Json;
import dev.jointly.pose.Person.Joint;
import dev.jointly.problem.Micro;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Additional fields that the formats of other tools ignore. */
final class Extras {
    private Extras() {}

    /** A person's cost, score where it has one, the duplicates of its joints, and which of these were moved. */
    static Map<String, @Nullable Object> person(Solved solved, Person person) {
        Map<String, Object> duplicates = new LinkedHashMap<>();
        person.local()
                .forEach((part, all) -> duplicates.put(
                        solved.parts().get(part),
                        all.stream().map(d -> duplicate(d, solved.joint(d))).toList()));
        return Json.object(
                "cost", Micro.decimal(person.cost()),
                "personScore", person.score(),
                "duplicates", duplicates,
                "filled", Json.when(solved.isFilled(person), true),
                "moved", Json.some(moved(solved, person)));
    }

    private static Map<String, @Nullable Object> duplicate(int d, Joint joint) {
        return Json.object("detection", d, "x", joint.x(), "y", joint.y(), "score", joint.score());
    }

    /**
     * Coordinates and a third number of the parts in this order, one after another.
     *
     * @param none the third number where a person has no joint, whose coordinates are zeros
     */
    static List<Object> keypoints(
            Solved solved, Person person, List<Integer> order, Object none, Function<Joint, Object> third) {
        List<Object> numbers = new ArrayList<>();
        for (int part : order) {
            Integer d = person.global().get(part);
            Joint joint = d == null ? new Joint(0, 0, 0) : solved.joint(d);
            numbers.addAll(List.of(joint.x(), joint.y(), d == null ? none : third.apply(joint)));
        }
        return numbers;
    }

    /** The parts of the joints that were moved. */
    private static List<String> moved(Solved solved, Person person) {
        return person.global().entrySet().stream()
                .filter(joint -> solved.moved(joint.getValue()))
                .map(joint -> solved.parts().get(joint.getKey()))
                .toList();
    }

    /** How good the solution for an image is. */
    static Map<String, @Nullable Object> bounds(Bounds bounds) {
        return Json.object(
                "status", bounds.status(),
                "objective", Micro.decimal(bounds.objective()),
                "lowerBound", Micro.decimal(bounds.lowerBound()),
                "gap", bounds.gap());
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
