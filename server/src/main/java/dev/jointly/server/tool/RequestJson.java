package dev.jointly.server.tool;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.json.JsonShape;
import dev.jointly.io.json.JsonSource;
import dev.jointly.io.json.JsonValue;
import dev.jointly.io.json.Limits;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;

/**
 * The JSON of a request. Tools add fields from version to version, so unknown ones are passed over; known ones must have the type that
 * is expected, and complaints name the path, the value and the expectation.
 */
public final class RequestJson {
    private static final String IMAGE = "an image as base64";
    private static final int LONGEST_PREFIX = 100;

    /** Shorter texts than this are names, URLs and labelling interfaces; only images are longer. */
    private static final int LONGEST_TEXT = 1_000_000;

    private RequestJson() {}

    /**
     * What {@code request} makes of a body.
     *
     * @param tool that sends it, for messages
     */
    public static <T> T read(byte[] body, String tool, JsonShape shape, Function<JsonValue, T> request) {
        String what = "a request as " + tool + " sends it";
        JsonSource source = JsonSource.request("request", body);
        return source.only(what, shape, value -> {
            T made = request.apply(value);
            if (source.nextDocument(what)) {
                throw new BadInputException("the request goes on after its JSON object");
            }
            return made;
        });
    }

    /** A field that may be missing, or {@code null}, which means the same. */
    public static Optional<JsonValue> find(JsonValue object, String field) {
        return object.find(field).filter(value -> !value.isNull());
    }

    /** A text that is no image. */
    public static String text(JsonValue value, String expected) {
        return limited(value, value.string(expected), LONGEST_TEXT, expected);
    }

    /** A text or number as text, for ids, which some versions of a tool write as one and some as the other. */
    public static String id(JsonValue value, String expected) {
        return limited(value, value.word(expected), Limits.NAME, expected);
    }

    /** A field with such an id; empty text where it is missing. */
    public static String name(JsonValue object, String field, String expected) {
        return object.ifAny(field, value -> id(value, expected), "");
    }

    private static String limited(JsonValue value, String text, int most, String expected) {
        if (text.length() > most) {
            throw value.bad(expected);
        }
        return text;
    }

    /**
     * The field {@code image}: an image as base64, with or without the beginning of a data URI. Its length is checked before it is
     * decoded.
     *
     * @param most bytes of the image
     */
    public static byte[] image(JsonValue request, int most) {
        JsonValue value = request.get("image", IMAGE);
        String text = value.string(IMAGE);
        int prefix = prefix(value, text);
        // four characters for three bytes, and up to two for padding
        long bytes = (text.length() - prefix) / 4L * 3;
        if (bytes > most + 2L) {
            throw value.problem(
                    "found an image of about " + bytes + " bytes but expected at most " + most + "; make it smaller");
        }
        if (text.length() == prefix) {
            throw value.bad(IMAGE);
        }
        try {
            return Base64.getMimeDecoder().decode(text.substring(prefix));
        } catch (IllegalArgumentException e) {
            throw value.problem("is not " + IMAGE + ": " + e.getMessage());
        }
    }

    /** Characters before the content of a data URI. */
    private static int prefix(JsonValue value, String text) {
        String begin = text.substring(0, Math.min(text.length(), LONGEST_PREFIX));
        if (!begin.startsWith("data:")) {
            return 0;
        }
        String mark = ";base64,";
        int found = begin.indexOf(mark);
        if (found < 0) {
            throw value.bad(Excerpt.quoted(begin), "data:...;base64,...");
        }
        return found + mark.length();
    }
}
