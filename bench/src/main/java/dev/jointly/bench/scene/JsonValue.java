package dev.jointly.bench.scene;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import dev.jointly.io.BadInputException;
import dev.jointly.io.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A small JSON document held whole: maps, lists, strings, numbers. For files of our own, not for strangers'. */
record JsonValue(String where, @Nullable Object value) {
    /** Python writes NaN, which JSON does not know. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    /** Of a file, plain or gzip. */
    static JsonValue of(Path file) {
        try (InputStream in = InputFile.open(file.toString(), InputStream.nullInputStream())) {
            return of(String.valueOf(file.getFileName()), in);
        } catch (IOException e) {
            throw new BadInputException(file + ": " + e.getMessage(), e);
        }
    }

    /** Of a document that came with the program, or of a stream the caller closes. */
    static JsonValue of(String name, InputStream in) {
        try (JsonParser parser = FACTORY.createParser(in)) {
            parser.nextToken();
            return new JsonValue(name, value(parser));
        } catch (IOException e) {
            throw new BadInputException(name + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> map = new HashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    map.put(name, value(parser));
                }
                return map;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(parser));
                }
                return list;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                return parser.getDoubleValue();
            }
            default -> {
                return parser.getText();
            }
        }
    }

    JsonValue at(String field) {
        Object found = value instanceof Map<?, ?> map ? map.get(field) : null;
        if (found == null) {
            throw new BadInputException(where + ": found nothing but expected a field \"" + field + "\"");
        }
        return new JsonValue(where + "/" + field, found);
    }

    JsonValue at(int index) {
        return all().get(index);
    }

    boolean isList() {
        return value instanceof List<?>;
    }

    List<JsonValue> all() {
        if (!(value instanceof List<?> list)) {
            throw new BadInputException(where + ": expected a list");
        }
        List<JsonValue> trees = new ArrayList<>();
        list.forEach(element -> trees.add(new JsonValue(where + "/" + trees.size(), element)));
        return trees;
    }

    double number() {
        if (value instanceof Double number) {
            return number;
        }
        throw new BadInputException(where + ": found " + value + " but expected a number");
    }

    int integer() {
        return (int) number();
    }

    double[] numbers() {
        return all().stream().mapToDouble(JsonValue::number).toArray();
    }

    double[][] table() {
        return all().stream().map(JsonValue::numbers).toArray(double[][]::new);
    }

    String text() {
        return String.valueOf(value);
    }
}
