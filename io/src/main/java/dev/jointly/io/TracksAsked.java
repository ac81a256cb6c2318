package dev.jointly.io;

import dev.jointly.track.AnimalLimit;
import dev.jointly.track.AnimalLimit.Stretch;
import dev.jointly.track.TrackPin;
import dev.jointly.track.TrackPin.Kind;
import dev.jointly.track.TrackQuestion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What tracks must keep, by numbers of frames.
 *
 * @param pins of people
 * @param stretches of frames by their numbers, with the most animals in each
 */
public record TracksAsked(List<Pin> pins, List<Stretch> stretches) {
    /** Nothing. */
    public static final TracksAsked NOTHING = new TracksAsked(List.of(), List.of());

    /** A pin; the second person is the first again if the kind is about one. */
    public record Pin(Kind kind, Person first, Person second) {}

    /**
     * A person of a frame.
     *
     * @param frame its number
     * @param index place in the solution of the frame, from 0
     */
    public record Person(int frame, int index) {
        @Override
        public String toString() {
            return "[" + frame + ", " + index + "]";
        }
    }

    /** Copies the lists. */
    public TracksAsked {
        pins = List.copyOf(pins);
        stretches = List.copyOf(stretches);
    }

    /** Whether anything is asked. */
    public boolean isEmpty() {
        return pins.isEmpty() && stretches.isEmpty();
    }

    /**
     * The same by people and frames of the problem of a clip.
     *
     * @throws BadInputException if a pin is about a person that is not there
     */
    public TrackQuestion question(List<TrackedFrame> frames, int stride) {
        Map<Integer, Integer> firstOf = new HashMap<>();
        Map<Integer, Integer> sizes = new HashMap<>();
        int people = 0;
        for (TrackedFrame frame : frames) {
            firstOf.put(frame.number(), people);
            sizes.put(frame.number(), frame.tracks().size());
            people += frame.tracks().size();
        }
        List<TrackPin> found = new ArrayList<>();
        for (Pin pin : pins) {
            int[] indices = new int[2];
            for (int end = 0; end < 2; end++) {
                Person person = end == 0 ? pin.first() : pin.second();
                int size = sizes.getOrDefault(person.frame(), 0);
                if (person.index() < 0 || person.index() >= size) {
                    throw new BadInputException("a pin is about " + person + ", [frame, person], but frame "
                            + person.frame()
                            + (sizes.containsKey(person.frame()) ? " has " + size + " people" : " is not in the clip"));
                }
                indices[end] = firstOf.getOrDefault(person.frame(), 0) + person.index();
            }
            found.add(new TrackPin(pin.kind(), indices[0], indices[1]));
        }
        int first = frames.isEmpty() ? 0 : frames.get(0).number();
        List<Stretch> inSteps = new ArrayList<>();
        for (Stretch stretch : stretches) {
            int from = Math.toIntExact(-Math.floorDiv(first - (long) stretch.from(), (long) stride));
            int to = Math.toIntExact(Math.floorDiv((long) stretch.to() - first, (long) stride));
            if (from <= to) {
                inSteps.add(new Stretch(from, to, stretch.animals()));
            }
        }
        return new TrackQuestion(found, new AnimalLimit(inSteps));
    }

    /** Names a person of the problem of a clip as pins do. */
    public static String name(List<TrackedFrame> frames, int person) {
        int rest = person;
        for (TrackedFrame frame : frames) {
            if (rest < frame.tracks().size()) {
                return new Person(frame.number(), rest).toString();
            }
            rest -= frame.tracks().size();
        }
        throw new IllegalArgumentException("person " + person + " is in no frame");
    }
}
