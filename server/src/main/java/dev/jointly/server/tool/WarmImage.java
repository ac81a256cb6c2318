package dev.jointly.server.tool;

import dev.jointly.problem.Image;
import dev.jointly.problem.Pin;
import dev.jointly.problem.Problem;
import dev.jointly.server.HttpProblem;
import dev.jointly.server.SolveService.Posed;
import dev.jointly.session.PersonIds;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Solution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An image between two requests: its detections, the numbers of its people and what its marks mean, so that a click costs a
 * solve but no inference, and untouched people stay who they are. Thread-safe: requests for one image wait for each other.
 */
public final class WarmImage {
    private final ReentrantLock turn = new ReentrantLock(true);
    private final PersonIds ids = new PersonIds();
    private @Nullable MarkedPins pins;
    private @Nullable Grouping shown;

    /** Knows nothing yet. */
    public WarmImage() {}

    /**
     * The people under these marks. Marks that cannot all hold leave the people as they were, with a hint.
     *
     * @param marks on an image, whose size is known only when it has been looked at
     * @param looking finds the people without any marks; called unless an earlier request has done so
     * @param solving solves the problem under the pins of the marks
     * @param patience while other requests for the image are under way
     */
    public Grouping group(
            Function<Image, List<Mark>> marks,
            Supplier<Posed> looking,
            Function<Problem, Solution> solving,
            Duration patience) {
        if (!begins(patience)) {
            throw HttpProblem.of(
                            429,
                            "image-busy",
                            "other requests for this image are under way; try again when they are done")
                    .retryAfter(1);
        }
        try {
            return grouped(marks, looking, solving);
        } finally {
            turn.unlock();
        }
    }

    private boolean begins(Duration patience) {
        try {
            return turn.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Grouping grouped(
            Function<Image, List<Mark>> marks, Supplier<Posed> looking, Function<Problem, Solution> solving) {
        Grouping last = shown;
        MarkedPins meanings = pins;
        if (last == null || meanings == null) {
            Posed first = looking.get();
            last = numbered(first.problem(), first.solution());
            meanings = new MarkedPins(first.problem());
            pins = meanings;
            shown = last;
        }
        List<String> hints = new ArrayList<>();
        List<Pin> wanted =
                meanings.of(marks.apply(last.image()), last.solution().poses(), hints);
        if (!wanted.equals(last.problem().pins())) {
            try {
                Problem pinned = last.problem().withPins(wanted);
                last = numbered(pinned, solving.apply(pinned));
            } catch (PinsException e) {
                hints.add(impossible(last.problem(), e));
            }
        }
        shown = last;
        return last.withHints(hints);
    }

    private Grouping numbered(Problem problem, Solution solution) {
        return new Grouping(problem, solution, ids.follow(solution.poses()), List.of());
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
