package dev.jointly.io;

import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.track.AnimalLimit;
import dev.jointly.track.AnimalLimit.Stretch;
import dev.jointly.track.TrackPin;
import dev.jointly.track.TrackPin.Kind;
import dev.jointly.track.TrackQuestion;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What tracks must keep, by numbers of frames: {@code {"pins": [{"same": [[812, 0], [813, 1]]}, {"ends": [900, 2]}], "animals": [[0,
 * 999, 3]]}}.
 *
 * @param pins of people
 * @param stretches of frames by their numbers, with the most animals in each
 */
public record TracksAsked(List<Pin> pins, List<Stretch> stretches) {
    private static final String PIN = "a pin, an object with exactly one of same, different, begins and ends";
    private static final String PERSON = "[frame, person], the number of a frame and an index from 0";
    private static final String STRETCH = "[from, to, animals], three whole numbers from 0";
    private static final Limit LIST = Limit.of(Limits.DETECTIONS, "entries");

    /** All of them are looked at for each frame. */
    private static final Limit STRETCHES = Limit.of(1000, "entries");

    /** What such an object has. */
    public static final JsonShape SHAPE = JsonShape.of("an object with pins, animals or both")
            .with(
                    "pins",
                    LIST,
                    JsonShape.of(
                            PIN, Stream.of(Kind.values()).map(TracksAsked::word).toArray(String[]::new)))
            .with("animals", STRETCHES);

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

    /** Reads a file; {@code -} is standard input. */
    public static DocumentReader<TracksAsked> open(String file, InputStream standardInput) {
        return reader(JsonSource.open(file, standardInput));
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static DocumentReader<TracksAsked> reader(String name, InputStream in) {
        return reader(JsonSource.of(name, in));
    }

    private static DocumentReader<TracksAsked> reader(JsonSource source) {
        return new DocumentReader<>(source, "document with pins of tracks", SHAPE, TracksAsked::of);
    }

    /** What an object of {@link #SHAPE} asks. */
    public static TracksAsked of(JsonValue value) {
        return new TracksAsked(
                value.entriesIfAny("pins", "an array of pins", TracksAsked::pin),
                value.entriesIfAny("animals", "an array of stretches", TracksAsked::stretch));
    }

    private static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static Pin pin(JsonValue pin) {
        List<JsonValue> given = List.copyOf(pin.fields().values());
        if (given.size() != 1) {
            throw given.isEmpty() ? pin.bad("none of them", PIN) : given.get(1).bad("a second kind", PIN);
        }
        JsonValue of = given.get(0);
        Kind kind = Kind.valueOf(of.name().toUpperCase(Locale.ROOT));
        List<Person> people = kind.ofTwo()
                ? of.exactly(2, "two people, each " + PERSON).stream()
                        .map(TracksAsked::person)
                        .toList()
                : List.of(person(of));
        return new Pin(kind, people.get(0), people.get(people.size() - 1));
    }

    private static Person person(JsonValue person) {
        List<JsonValue> place = person.exactly(2, PERSON);
        return new Person(place.get(0).index(PERSON), place.get(1).index(PERSON));
    }

    private static Stretch stretch(JsonValue stretch) {
        List<JsonValue> three = stretch.exactly(3, STRETCH);
        int from = three.get(0).index(STRETCH);
        int to = three.get(1).index(STRETCH);
        if (from > to) {
            throw stretch.bad("from " + from + " to " + to, STRETCH);
        }
        return new Stretch(from, to, three.get(2).index(STRETCH));
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
