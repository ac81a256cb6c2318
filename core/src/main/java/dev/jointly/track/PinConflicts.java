package dev.jointly.track;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether tracks can keep pins. What pins require are parts of tracks, which may be whole tracks; so they can be kept if they do not
 * contradict each other at a person, and if these parts are not more than the limit at any frame.
 */
final class PinConflicts {
    private final TrackProblem problem;
    private final Map<Integer, TrackPin> into = new HashMap<>();
    private final Map<Integer, TrackPin> outOf = new HashMap<>();

    private PinConflicts(TrackProblem problem) {
        this.problem = problem;
    }

    static void requireNone(TrackProblem problem, AnimalLimit limit, List<TrackPin> pins) {
        PinConflicts conflicts = new PinConflicts(problem);
        pins.forEach(conflicts::requirePeople);
        pins.forEach(conflicts::take);
        for (TrackPin pin : pins) {
            TrackPin other = conflicts.outOf.get(pin.first());
            if (pin.kind() == TrackPin.Kind.DIFFERENT
                    && other != null
                    && other.kind() == TrackPin.Kind.SAME
                    && other.second() == pin.second()) {
                throw new TrackPinsException(List.of(other, pin), "the same two people are and are not neighbours");
            }
        }
        conflicts.requireRoom(limit, pins);
    }

    private void requirePeople(TrackPin pin) {
        int people = problem.people().size();
        if (pin.first() < 0 || pin.second() < 0 || pin.first() >= people || pin.second() >= people) {
            throw new TrackPinsException(List.of(pin), "there are " + people + " people");
        }
        if (pin.kind().ofTwo()
                && problem.people().get(pin.first()).frame()
                        >= problem.people().get(pin.second()).frame()) {
            throw new TrackPinsException(List.of(pin), "the second person is in no later frame than the first");
        }
    }

    private void take(TrackPin pin) {
        switch (pin.kind()) {
            case SAME -> {
                claim(outOf, pin.first(), pin);
                claim(into, pin.second(), pin);
            }
            case BEGINS -> claim(into, pin.first(), pin);
            case ENDS -> claim(outOf, pin.first(), pin);
            case DIFFERENT -> {
                // no place is taken
            }
        }
    }

    private static void claim(Map<Integer, TrackPin> places, int person, TrackPin pin) {
        TrackPin other = places.putIfAbsent(person, pin);
        if (other != null && !other.equals(pin)) {
            throw new TrackPinsException(List.of(other, pin), "a person has one neighbour on each side at most");
        }
    }

    private void requireRoom(AnimalLimit limit, List<TrackPin> pins) {
        FrameIndex frames = new FrameIndex(problem);
        int[] tracks = new int[frames.count() + 1];
        Set<Integer> people = new HashSet<>(into.keySet());
        people.addAll(outOf.keySet());
        for (int person : people) {
            tracks[frames.of(person)]++;
            tracks[frames.of(person) + 1]--;
        }
        outOf.values().stream().filter(pin -> pin.kind() == TrackPin.Kind.SAME).forEach(pin -> {
            tracks[frames.of(pin.first()) + 1]++;
            tracks[frames.of(pin.second())]--;
        });
        int now = 0;
        for (int f = 0; f < frames.count(); f++) {
            now += tracks[f];
            int most = limit.most(frames.number(f));
            if (now > most) {
                int frame = f;
                throw new TrackPinsException(
                        pins.stream()
                                .filter(pin -> pin.kind() != TrackPin.Kind.DIFFERENT
                                        && frames.of(pin.first()) <= frame
                                        && frames.of(pin.second()) >= frame)
                                .toList(),
                        "they need " + now + " tracks at a frame that may have " + most);
            }
        }
    }
}
