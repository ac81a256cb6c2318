package dev.jointly.io;

import dev.jointly.problem.Pin;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads pins apart from a problem: all of them as {@code {"pins": [...]}}, or one alone. Whether the detections they name
 * exist is for the problem to say.
 *
 * <p>Not thread-safe.
 */
public final class PinsReader extends DocumentReader<List<Pin>> {
    private static final List<String> FIELDS = List.of("pins");

    private final JsonSource source;
    private final boolean alone;

    private PinsReader(JsonSource source, boolean alone) {
        super(source, "document with pins");
        this.source = source;
        this.alone = alone;
    }

    /** Lists of pins, from a stream known by {@code name} in messages. */
    public static PinsReader lists(String name, InputStream in) {
        return new PinsReader(JsonSource.of(name, in), false);
    }

    /** Single pins, each a list of one. */
    public static PinsReader single(String name, InputStream in) {
        return new PinsReader(JsonSource.of(name, in), true);
    }

    @Override
    protected List<Pin> document() throws IOException {
        PinReader reader = new PinReader(source);
        List<PinDraft> pins = new ArrayList<>();
        if (alone) {
            pins.add(reader.pin());
        } else {
            JsonObject object = new JsonObject(source, FIELDS, "an object with pins");
            while (object.next()) {
                if (object.field().equals("pins")) {
                    reader.read(pins);
                } else {
                    source.skip();
                }
            }
            object.require("pins", "an array of pins");
        }
        return pins.stream().map(PinDraft::pin).toList();
    }
}
