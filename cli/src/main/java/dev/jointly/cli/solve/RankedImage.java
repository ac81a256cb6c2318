package dev.jointly.cli.solve;

import dev.jointly.margin.Margin;
import dev.jointly.problem.Problem;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An image and its least margin.
 *
 * @param image the problem's id
 * @param least null where nothing is in doubt: nobody was found, or pins leave no other grouping
 * @param part of the joint that the margin is of; null where it is of a person, or there is none
 */
public record RankedImage(
        String image, @Nullable Margin least, @Nullable String part) {
    static RankedImage of(Problem problem, List<Margin> margins) {
        Margin least = margins.stream()
                .filter(margin -> !margin.fixed())
                .min(Comparator.comparingLong(Margin::atLeast))
                .orElse(null);
        String part = least == null || least.joint().isEmpty()
                ? null
                : problem.anatomy().parts().get(problem.part(least.joint().getAsInt()));
        return new RankedImage(problem.id(), least, part);
    }

    /** By which images are sorted: the least margin, and what has none behind all others. */
    long order() {
        return least == null ? Long.MAX_VALUE : least.atLeast();
    }
}
