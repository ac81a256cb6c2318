package dev.jointly.io;

import dev.jointly.io.TracksAsked.Person;
import dev.jointly.io.TracksAsked.Pin;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonShape.Limit;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import dev.jointly.track.AnimalLimit.Stretch;
import dev.jointly.track.TrackPin.Kind;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Reads what tracks must keep: {@code {"pins": [{"same": [[812, 0], [813, 1]]}, {"ends": [900, 2]}], "animals": [[0, 999, 3]]}}.
 *
 * <p>Not thread-safe.
 */
public final class TracksAskedReader extends DocumentReader<TracksAsked> {
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
                            PIN,
                            Stream.of(Kind.values())
                                    .map(TracksAskedReader::word)
                                    .toArray(String[]::new)))
            .with("animals", STRETCHES);

    private TracksAskedReader(JsonSource source) {
        super(source, "document with pins of tracks", SHAPE, TracksAskedReader::asked);
    }

    /** Opens a file; {@code -} is standard input. */
    public static TracksAskedReader open(String file, InputStream standardInput) {
        return new TracksAskedReader(JsonSource.open(file, standardInput));
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static TracksAskedReader of(String name, InputStream in) {
        return new TracksAskedReader(JsonSource.of(name, in));
    }

    /** What such an object asks. */
    public static TracksAsked asked(JsonValue value) {
        return new TracksAsked(
                value.entriesIfAny("pins", "an array of pins", TracksAskedReader::pin),
                value.entriesIfAny("animals", "an array of stretches", TracksAskedReader::stretch));
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
                        .map(TracksAskedReader::person)
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
}
