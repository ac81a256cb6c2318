package dev.jointly.track;

import dev.jointly.pose.Person;
import java.util.List;

/**
 * One frame of a clip.
 *
 * @param number its number; the difference of two numbers is the time between the frames
 * @param people the people in it, in any order
 */
public record ClipFrame(int number, List<Person> people) {
    /** Copies the list. */
    public ClipFrame {
        if (number < 0) {
            throw new IllegalArgumentException("frame number " + number + " must not be negative");
        }
        people = List.copyOf(people);
    }
}
