package dev.jointly.io;

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
public record SolutionPeople(String problem, List<Map<String, JointPlace>> people) {
    /** A place in pixels. */
    public record JointPlace(double x, double y) {}

    /** Copies lists and maps, whose order stays. */
    public SolutionPeople {
        List<Map<String, JointPlace>> copies = new ArrayList<>();
        people.forEach(person -> copies.add(Collections.unmodifiableMap(new LinkedHashMap<>(person))));
        people = Collections.unmodifiableList(copies);
    }
}
