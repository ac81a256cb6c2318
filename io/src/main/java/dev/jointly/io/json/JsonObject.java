package dev.jointly.io.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.io.Excerpt;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Walks the fields of the object at which the source stands. A field given twice is an error, known or not; an unknown
 * field is passed over, but for two cases: the object is closed, or the field looks like a known one misspelt and the source
 * is not read {@linkplain JsonSource#asGiven as given}.
 *
 * <p>Not thread-safe.
 */
public final class JsonObject {
    private final JsonSource source;
    private final List<String> known;
    private final boolean closed;
    private final Set<String> unknown = new HashSet<>();
    private long seen;
    private String field = "";

    /** @param known the fields that mean something, 64 at most; empty where names are free */
    public JsonObject(JsonSource source, List<String> known, String expected) {
        this(source, known, expected, false);
    }

    private JsonObject(JsonSource source, List<String> known, String expected, boolean closed) {
        source.expect(JsonToken.START_OBJECT, expected);
        this.source = source;
        this.known = known;
        this.closed = closed;
    }

    /** An object with no other fields than these. */
    public static JsonObject closed(JsonSource source, List<String> known, String expected) {
        return new JsonObject(source, known, expected, true);
    }

    /** Moves to the value of the next field; false at the end of the object. */
    public boolean next() throws IOException {
        JsonParser parser = source.parser();
        if (parser.nextToken() == JsonToken.END_OBJECT) {
            return false;
        }
        field = parser.currentName();
        int position = known.indexOf(field);
        boolean first = position >= 0 ? (seen & 1L << position) == 0 : unknown.add(field);
        if (!first) {
            throw source.problem(source.path(), "found this field a second time but expected it once");
        }
        if (position >= 0) {
            seen |= 1L << position;
        } else {
            checkUnknown();
        }
        if (unknown.size() > Limits.FIELDS) {
            throw source.problem(source.path(), "found more than " + Limits.FIELDS + " fields in one object");
        }
        parser.nextToken();
        return true;
    }

    /** Name of the field whose value is at hand. */
    public String field() {
        return field;
    }

    /** Whether a known field has been met. */
    public boolean has(String name) {
        return (seen & 1L << known.indexOf(name)) != 0;
    }

    /** Complains, at the end of the object, about a field that must be there. */
    public void require(String name, String expected) {
        if (!has(name)) {
            throw source.bad(source.path() + "/" + name, "nothing", expected);
        }
    }

    private void checkUnknown() {
        String what = "found an unknown field " + Excerpt.quoted(field);
        if (closed) {
            throw source.problem(source.path(), what + " but expected only " + String.join(", ", known));
        }
        if (source.refusesMisspelt()) {
            Spelling.nearest(field, known).ifPresent(meant -> {
                throw source.problem(source.path(), what + ", maybe you meant \"" + meant + "\"");
            });
        }
    }
}
