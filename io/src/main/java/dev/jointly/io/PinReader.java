package dev.jointly.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.problem.Pin;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Reads pins, of a problem or of a margin; whether their detections exist is left to the caller. */
final class PinReader {
    private static final List<String> FIELDS =
            Arrays.stream(Pin.Kind.values()).map(Pin.Kind::word).toList();
    private static final String INDEX = "the index of a detection, a whole number from 0";

    private final JsonSource source;
    private final JsonParser parser;

    PinReader(JsonSource source) {
        this.source = source;
        this.parser = source.parser();
    }

    /**
     * The current token and what follows, which must be an array of pins.
     *
     * @param pins to which they are added
     */
    void read(List<PinDraft> pins) throws IOException {
        source.array(Limits.DETECTIONS, "pins", "an array of pins", () -> pins.add(pin()));
    }

    /** The current token and what follows, which must be one pin. */
    PinDraft pin() throws IOException {
        String one = "a pin, an object with exactly one of together, apart, use and skip";
        PinDraft pin = null;
        JsonObject object = new JsonObject(source, FIELDS, one);
        while (object.next()) {
            if (!FIELDS.contains(object.field())) {
                source.skip();
                continue;
            }
            if (pin != null) {
                throw source.bad(source.path(), "\"" + object.field() + "\" beside \"" + pin.kind() + "\"", one);
            }
            boolean two = Pin.Kind.of(object.field()).orElseThrow().detections() == 2;
            pin = two ? twoDetections(object.field()) : new PinDraft(object.field(), source.index(INDEX), -1);
        }
        if (pin == null) {
            throw source.bad(source.path(), "none of them", one);
        }
        return pin;
    }

    private PinDraft twoDetections(String kind) throws IOException {
        source.expect(JsonToken.START_ARRAY, "two indices of detections [a, b]");
        parser.nextToken();
        int a = source.index(INDEX);
        parser.nextToken();
        int b = source.index(INDEX);
        if (parser.nextToken() != JsonToken.END_ARRAY) {
            throw source.bad("the end of the pin after two indices of detections [a, b]");
        }
        return new PinDraft(kind, a, b);
    }
}
