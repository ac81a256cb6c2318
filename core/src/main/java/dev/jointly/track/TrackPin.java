package dev.jointly.track;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * What a person says about tracks. Between neighbours of a track, the track has no other person.
 *
 * @param first index into {@link TrackProblem#people}
 * @param second the later person of {@code SAME} and {@code DIFFERENT}; {@code first} again otherwise
 */
public record TrackPin(Kind kind, int first, int second) {
    /** What is said. */
    public enum Kind {
        /** The two are neighbours of one track. */
        SAME,
        /** They are not. */
        DIFFERENT,
        /** A track begins with this person. */
        BEGINS,
        /** A track ends with this person. */
        ENDS;

        /** Whether it names two people. */
        public boolean ofTwo() {
            return this == SAME || this == DIFFERENT;
        }
    }

    /** Refuses a second person where there is none. */
    public TrackPin {
        if (!kind.ofTwo() && first != second) {
            throw new IllegalArgumentException(kind + " is about one person, not about " + first + " and " + second);
        }
    }

    /** Such as {@code same [812, 1], [813, 0]}. */
    public String words(IntFunction<String> person) {
        String name = kind.name().toLowerCase(Locale.ROOT) + " " + person.apply(first);
        return kind.ofTwo() ? name + ", " + person.apply(second) : name;
    }

    /**
     * The problem with a link for each {@code SAME} that has none. It costs a death and a birth, so a track that is cut there
     * costs the same, and without pins the optimum is the same too.
     */
    public static TrackProblem linked(TrackProblem problem, List<TrackPin> pins) {
        List<TrackLink> links = new ArrayList<>(problem.links());
        pins.stream()
                .distinct()
                .filter(pin -> pin.kind == Kind.SAME && problem.link(pin.first, pin.second) < 0)
                .forEach(pin -> links.add(new TrackLink(
                        pin.first,
                        pin.second,
                        Math.addExact(
                                problem.people().get(pin.first).death(),
                                problem.people().get(pin.second).birth()))));
        return links.size() == problem.links().size() ? problem : new TrackProblem(problem.people(), links);
    }
}
