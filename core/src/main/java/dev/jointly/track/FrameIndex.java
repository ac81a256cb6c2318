package dev.jointly.track;

import java.util.Arrays;

/** Frames of a problem that have people, in order: the place of each person's frame among them, and their numbers. */
final class FrameIndex {
    private final int[] place;
    private final int[] number;

    FrameIndex(TrackProblem problem) {
        number = problem.people().stream()
                .mapToInt(TrackPerson::frame)
                .distinct()
                .toArray();
        place = problem.people().stream()
                .mapToInt(person -> Arrays.binarySearch(number, person.frame()))
                .toArray();
    }

    int count() {
        return number.length;
    }

    int of(int person) {
        return place[person];
    }

    int number(int frame) {
        return number[frame];
    }
}
