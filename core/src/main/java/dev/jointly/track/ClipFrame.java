package dev.jointly.track;

import dev.jointly.pose.Person;
import java.util.Collection;
import java.util.List;

/**
 * One frame of a clip.
 *
 * @param number its number; the difference of two numbers is the time between the frames
 * @param people the people in it, in any order
 * @param identities for each of them a score per animal, that of being it, or nothing; empty if nothing is known of anybody
 */
public record ClipFrame(int number, List<Person> people, List<List<Double>> identities) {
    /** People of whom only joints are known. */
    public ClipFrame(int number, List<Person> people) {
        this(number, people, List.of());
    }

    /** Copies the lists. */
    public ClipFrame {
        if (number < 0) {
            throw new IllegalArgumentException("frame number " + number + " must not be negative");
        }
        people = List.copyOf(people);
        identities = identities.stream().map(List::copyOf).toList();
        if (!identities.isEmpty() && identities.size() != people.size()) {
            throw new IllegalArgumentException(
                    "frame " + number + " has identities of " + identities.size() + " people for " + people.size());
        }
        if (!identities.stream().flatMap(Collection::stream).allMatch(score -> score >= 0 && score <= 1e6)) {
            throw new IllegalArgumentException("scores of identities must be from 0 to 1000000");
        }
    }
}
