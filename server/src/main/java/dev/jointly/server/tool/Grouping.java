package dev.jointly.server.tool;

import static java.util.Objects.requireNonNull;

import dev.jointly.pose.Person;
import dev.jointly.pose.Strength;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The people of one image under the marks of an annotator.
 *
 * @param problem with the pins of the marks
 * @param people the number of each pose, the same as before for who stays
 * @param hints what the annotator should know: marks without meaning, marks that cannot all hold
 */
public record Grouping(Problem problem, Solution solution, List<Integer> people, List<String> hints) {
    public Grouping {
        people = List.copyOf(people);
        hints = List.copyOf(hints);
    }

    /** The image that the people are in. */
    public Image image() {
        return requireNonNull(problem.image(), "a problem from an image has it");
    }

    Grouping withHints(List<String> newHints) {
        return new Grouping(problem, solution, people, newHints);
    }

    /** The people, in the order of the solution. Weak ones are left out, unless a mark of the user is about them. */
    List<Person> people(ToolMargins margins) {
        List<Person> shown = new ArrayList<>();
        Set<Integer> marked = problem.pins().stream()
                .flatMapToInt(pin -> Arrays.stream(pin.detections()))
                .boxed()
                .collect(Collectors.toSet());
        for (int i = 0; i < people.size(); i++) {
            SortedMap<Integer, Integer> skeleton = solution.poses().get(i).global();
            if (Strength.weak(problem, skeleton) && Collections.disjoint(marked, skeleton.values())) {
                continue;
            }
            SortedMap<Integer, Person.Joint> joints = new TreeMap<>();
            int person = i;
            skeleton.forEach((part, d) -> {
                Detection detection = problem.detections().get(d);
                Double x = detection.x();
                Double y = detection.y();
                if (x != null && y != null) {
                    Double score = detection.score();
                    double likely = score == null ? 1 : Math.max(0, Math.min(1, score));
                    joints.put(part, new Person.Joint(x, y, likely, margins.ofJoint(person, d)));
                }
            });
            shown.add(new Person(people.get(i), joints, margins.ofPerson(i)));
        }
        return shown;
    }
}
