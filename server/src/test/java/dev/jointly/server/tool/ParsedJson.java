package dev.jointly.server.tool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON value of an answer: a map, a list, a text, a double, a truth value, or null. */
public record ParsedJson(@Nullable Object value) {
    public static ParsedJson of(String text) {
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            parser.nextToken();
            ParsedJson parsed = new ParsedJson(value(parser));
            if (parser.nextToken() != null) {
                throw new AssertionError("more than one value in " + text);
            }
            return parsed;
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + text, e);
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    fields.put(name, value(parser));
                }
                yield fields;
            }
            case START_ARRAY -> {
                List<@Nullable Object> entries = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    entries.add(value(parser));
                }
                yield entries;
            }
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            case VALUE_NULL -> null;
            default -> parser.getDoubleValue();
        };
    }

    /** The value of a field, or of a field of it and so on. */
    public ParsedJson at(String... path) {
        @Nullable Object at = value;
        for (String name : path) {
            if (!(at instanceof Map<?, ?> fields) || !fields.containsKey(name)) {
                throw new AssertionError("no field " + name + " in " + at);
            }
            at = fields.get(name);
        }
        return new ParsedJson(at);
    }

    public List<ParsedJson> list() {
        if (value instanceof List<?> entries) {
            List<ParsedJson> all = new ArrayList<>();
            entries.forEach(entry -> all.add(new ParsedJson(entry)));
            return all;
        }
        throw new AssertionError("no array: " + value);
    }

    public Set<?> fields() {
        if (value instanceof Map<?, ?> fields) {
            return fields.keySet();
        }
        throw new AssertionError("no object: " + value);
    }

    public double number() {
        if (value instanceof Double number) {
            return number;
        }
        throw new AssertionError("no number: " + value);
    }

    public String text() {
        if (value instanceof String text) {
            return text;
        }
        throw new AssertionError("no text: " + value);
    }

    @Override
    public String toString() {
        return Objects.toString(value);
    }
}
