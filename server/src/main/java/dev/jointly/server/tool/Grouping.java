package dev.jointly.server.tool;

import static java.util.Objects.requireNonNull;

import dev.jointly.problem.Image;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.util.List;

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
}
