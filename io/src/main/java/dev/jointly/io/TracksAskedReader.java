package dev.jointly.io;

import dev.jointly.io.TracksAsked.Person;
import dev.jointly.io.TracksAsked.Pin;
import dev.jointly.track.AnimalLimit.Stretch;
import dev.jointly.track.TrackPin.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads what tracks must keep: {@code {"pins": [{"same": [[812, 0], [813, 1]]}, {"ends": [900, 2]}], "animals": [[0, 999, 3]]}}.
 *
 * <p>Not thread-safe.
 */
public final class TracksAskedReader extends DocumentReader<TracksAsked> {
    private static final List<String> KINDS =
            Stream.of(Kind.values()).map(TracksAskedReader::word).toList();
    private static final String PIN = "a pin, an object with exactly one of same, different, begins and ends";
    private static final String PERSON = "[frame, person], the number of a frame and an index from 0";
    private static final String STRETCH = "[from, to, animals], three whole numbers from 0";

    private final JsonSource source;

    private TracksAskedReader(JsonSource source) {
        super(source, "document with pins of tracks");
        this.source = source;
    }

    /** Opens a file; {@code -} is standard input. */
    public static TracksAskedReader open(String file, InputStream standardInput) {
        return new TracksAskedReader(JsonSource.open(file, standardInput));
    }

    /** Reads from a stream, known by {@code name} in messages. */
    public static TracksAskedReader of(String name, InputStream in) {
        return new TracksAskedReader(JsonSource.of(name, in));
    }

    @Override
    protected TracksAsked document() throws IOException {
        return document(source);
    }

    /** The current token and what follows, which must be such an object. */
    public static TracksAsked document(JsonSource source) throws IOException {
        List<Pin> pins = new ArrayList<>();
        List<Stretch> stretches = new ArrayList<>();
        JsonObject object = new JsonObject(source, List.of("pins", "animals"), "an object with pins, animals or both");
        while (object.next()) {
            switch (object.field()) {
                case "pins" -> source.array(Limits.DETECTIONS, "an array of pins", () -> pins.add(pin(source)));
                case "animals" ->
                    source.array(Limits.DETECTIONS, "an array of stretches", () -> stretches.add(stretch(source)));
                default -> source.skip();
            }
        }
        return new TracksAsked(pins, stretches);
    }

    private static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static Pin pin(JsonSource source) throws IOException {
        Pin pin = null;
        JsonObject object = new JsonObject(source, KINDS, PIN);
        while (object.next()) {
            Optional<Kind> kind = Stream.of(Kind.values())
                    .filter(each -> word(each).equals(object.field()))
                    .findFirst();
            if (kind.isEmpty()) {
                source.skip();
                continue;
            }
            if (pin != null) {
                throw source.bad(source.path(), "a second kind", PIN);
            }
            List<Person> people = kind.get().ofTwo()
                    ? source.exactly(2, "two people, each " + PERSON, () -> person(source))
                    : List.of(person(source));
            pin = new Pin(kind.get(), people.get(0), people.get(people.size() - 1));
        }
        if (pin == null) {
            throw source.bad(source.path(), "none of them", PIN);
        }
        return pin;
    }

    private static Person person(JsonSource source) throws IOException {
        List<Integer> place = source.exactly(2, PERSON, () -> source.index(PERSON));
        return new Person(place.get(0), place.get(1));
    }

    private static Stretch stretch(JsonSource source) throws IOException {
        List<Integer> three = source.exactly(3, STRETCH, () -> source.index(STRETCH));
        if (three.get(0) > three.get(1)) {
            throw source.bad(source.path(), "from " + three.get(0) + " to " + three.get(1), STRETCH);
        }
        return new Stretch(three.get(0), three.get(1), three.get(2));
    }
}
