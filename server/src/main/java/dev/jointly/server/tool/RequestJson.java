package dev.jointly.server.tool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;

/**
 * The JSON of a request, read field by field. Tools add fields from version to version, so unknown ones are passed over; known
 * ones must have the type that is expected, and complaints name the path, the value and the expectation.
 *
 * <p>Not thread-safe.
 */
public final class RequestJson {
    private static final int NESTING = 100;
    private static final int NAME = 1_000;
    private static final int DIGITS = 100;
    private static final int LONGEST_PREFIX = 100;

    /** Shorter texts than this are names, URLs and labelling interfaces; only images are longer. */
    private static final int LONGEST_TEXT = 1_000_000;

    private final JsonParser parser;

    private RequestJson(JsonParser parser) {
        this.parser = parser;
    }

    /** Reads a whole request from its first token on. */
    @FunctionalInterface
    public interface Request<T> {
        T read(RequestJson json) throws IOException;
    }

    /** Reads or skips the value of one field, at which the parser stands. */
    @FunctionalInterface
    public interface Field {
        void read(String name) throws IOException;
    }

    /** Reads or skips one entry of an array, at which the parser stands. */
    @FunctionalInterface
    public interface Entry {
        void read() throws IOException;
    }

    /** What {@code request} makes of a body. */
    public static <T> T read(byte[] body, Request<T> request) {
        try (JsonParser parser = factory(body.length).createParser(body)) {
            if (parser.nextToken() == null) {
                throw new BadInputException("the request has no body but expected a JSON object");
            }
            RequestJson json = new RequestJson(parser);
            T value = request.read(json);
            if (parser.nextToken() != null) {
                throw new BadInputException("the request goes on after its JSON object");
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new BadInputException(complaint(e), e);
        } catch (CharConversionException e) {
            // zeros near the start are taken for another encoding
            throw new BadInputException("the request is not JSON in UTF-8", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonFactory factory(int longestText) {
        return new JsonFactoryBuilder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(NESTING)
                        .maxNameLength(NAME)
                        .maxNumberLength(DIGITS)
                        .maxStringLength(Math.max(1, longestText))
                        .build())
                // names can be made to collide in a table that lives longer than the request
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    private static String complaint(JsonProcessingException e) {
        if (e instanceof JsonEOFException) {
            return "the request ends in the middle of its JSON";
        }
        String what =
                e instanceof StreamConstraintsException ? "the request exceeds a limit: " : "the request is not JSON: ";
        return what + e.getOriginalMessage();
    }

    /** Walks the fields of the object at which the parser stands. */
    public void object(String expected, Field field) throws IOException {
        require(parser.currentToken() == JsonToken.START_OBJECT, expected);
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            field.read(name);
        }
    }

    /** The same, where {@code null} stands for an object without fields. */
    public void objectOrNull(String expected, Field field) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NULL) {
            object(expected, field);
        }
    }

    /** Walks the array at which the parser stands. */
    public void array(int most, String expected, Entry entry) throws IOException {
        require(parser.currentToken() == JsonToken.START_ARRAY, expected);
        for (int size = 0; parser.nextToken() != JsonToken.END_ARRAY; size++) {
            if (size == most) {
                throw new BadInputException(
                        "request: " + path() + ": found more than " + most + " entries but expected at most that many");
            }
            entry.read();
        }
    }

    /** Whether the value is an array, for fields that are one or something else. */
    public boolean atArray() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    /** Whether the value is a text. */
    public boolean atText() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    /** Passes over the value, whatever it is. */
    public void skip() throws IOException {
        parser.skipChildren();
    }

    /** A text that is no image. */
    public String text(String expected) throws IOException {
        require(parser.currentToken() == JsonToken.VALUE_STRING && parser.getTextLength() <= LONGEST_TEXT, expected);
        return parser.getText();
    }

    /** A text or number as text, for ids, which some versions of a tool write as one and some as the other. */
    public String id(String expected) throws IOException {
        require(parser.currentToken().isScalarValue() && parser.getTextLength() <= NAME, expected);
        return parser.getText();
    }

    public double number(String expected) throws IOException {
        require(parser.currentToken().isNumeric() && Double.isFinite(parser.getDoubleValue()), expected);
        return parser.getDoubleValue();
    }

    /**
     * An image as base64, with or without the beginning of a data URI. Its length is checked before it is decoded.
     *
     * @param most bytes of the image
     */
    public byte[] image(int most) throws IOException {
        String expected = "an image as base64";
        require(parser.currentToken() == JsonToken.VALUE_STRING, expected);
        char[] characters = parser.getTextCharacters();
        int start = parser.getTextOffset();
        int length = parser.getTextLength();
        int skipped = prefix(characters, start, length);
        // four characters for three bytes, and up to two for padding
        long bytes = (length - skipped) / 4L * 3;
        if (bytes > most + 2L) {
            throw new BadInputException("request: " + path() + ": found an image of about " + bytes
                    + " bytes but expected at most " + most + "; make it smaller");
        }
        require(length > skipped, expected);
        try {
            return Base64.getMimeDecoder().decode(new String(characters, start + skipped, length - skipped));
        } catch (IllegalArgumentException e) {
            throw new BadInputException("request: " + path() + ": is not " + expected + ": " + e.getMessage(), e);
        }
    }

    /** Characters before the content of a data URI. */
    private int prefix(char[] characters, int start, int length) {
        String begin = new String(characters, start, Math.min(length, LONGEST_PREFIX));
        if (!begin.startsWith("data:")) {
            return 0;
        }
        String mark = ";base64,";
        int found = begin.indexOf(mark);
        if (found < 0) {
            throw new BadInputException(
                    "request: " + path() + ": found " + Excerpt.quoted(begin) + " but expected data:...;base64,...");
        }
        return found + mark.length();
    }

    /** Complains about the value unless something holds. */
    public void require(boolean holds, String expected) throws IOException {
        if (!holds) {
            throw new BadInputException("request: " + path() + ": found " + found() + " but expected " + expected);
        }
    }

    private String path() {
        String path = parser.getParsingContext().pathAsPointer().toString();
        return path.isEmpty() ? "top level" : Excerpt.of(path);
    }

    private String found() throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> Excerpt.quoted(parser.getText());
            default -> Excerpt.of(parser.getText());
        };
    }
}
