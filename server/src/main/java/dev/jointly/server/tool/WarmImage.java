package dev.jointly.server.tool;

import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.session.PersonIds;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An image between two requests: its detections, the numbers of its people and what its marks mean, so that a click costs a
 * solve but no inference, and untouched people stay who they are. Thread-safe: requests for one image wait for each other.
 */
public final class WarmImage {
    private final PersonIds ids = new PersonIds();
    private @Nullable MarkedPins pins;
    private @Nullable Problem problem;
    private @Nullable Grouping shown;

    /** Knows nothing yet. */
    public WarmImage() {}

    /**
     * The people under these marks. Marks that cannot all hold leave the people as they were, with a hint.
     *
     * @param detecting makes the problem; called unless an earlier request has done so
     * @param solving solves it
     */
    public synchronized Grouping group(
            List<Mark> marks, Supplier<Problem> detecting, Function<Problem, Solution> solving) {
        Problem known = problem;
        MarkedPins meanings = pins;
        if (known == null || meanings == null) {
            known = detecting.get();
            meanings = new MarkedPins(known);
            problem = known;
            pins = meanings;
        }
        Grouping last = shown;
        if (last == null) {
            last = solved(known, solving);
        }
        List<String> hints = new ArrayList<>();
        List<Pin> wanted = meanings.of(marks, last.solution().poses(), hints);
        if (!wanted.equals(last.problem().pins())) {
            try {
                last = solved(known.withPins(wanted), solving);
            } catch (PinsException e) {
                hints.add(impossible(known, e));
            }
        }
        shown = last;
        return last.withHints(hints);
    }

    private Grouping solved(Problem pinned, Function<Problem, Solution> solving) {
        Solution solution = solving.apply(pinned);
        return new Grouping(pinned, solution, ids.follow(solution.poses()), List.of());
    }

    private static String impossible(Problem problem, PinsException e) {
        if (e.conflict().isEmpty()) {
            return "There was no time to find people that keep to all marks; these are the last ones that did.";
        }
        return e.conflict().stream()
                .map(pin -> MarkedPins.words(problem, pin))
                .collect(Collectors.joining(
                        "; ", "These marks cannot all hold: ", ". Remove one; the people are those from before it."));
    }
}
