package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table of problems as the JSON document it stands for: either its column {@code problem}, which is that
 * document, or columns named like the document's fields. A pair is a struct of a, b and cost; anatomy, image and pins may
 * also be JSON in a column of text, as stacks without structs write them. What is wrong with it is found by the reader of
 * documents, in the same words as for a file.
 */
final class ProblemColumns {
    static final String WHOLE = "problem";

    /** The fields of a problem, which are columns where there is no column {@code problem}. */
    static final Set<String> FIELDS = Set.of(
            "format",
            "id",
            "image",
            "anatomy",
            "poseCost",
            "detections",
            "pairs",
            "absentPairs",
            "maxPoses",
            "pins",
            "personScore");

    private static final Set<String> MAY_BE_JSON = Set.of("anatomy", "image", "pins", "personScore");
    private static final List<String> PAIR = List.of("a", "b", "cost");

    private ProblemColumns() {}

    /** The document; other columns are passed over. */
    static String json(Row row) throws IOException {
        String[] names = row.schema().fieldNames();
        if (List.of(names).contains(WHOLE)) {
            String text = row.getAs(WHOLE);
            return text == null ? "" : text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = Layout.LINE.generator(bytes)) {
            json.writeStartObject();
            if (!List.of(names).contains("format") || row.getAs("format") == null) {
                json.writeStringField("format", ProblemReader.FORMAT);
            }
            for (int i = 0; i < names.length; i++) {
                Object value = row.get(i);
                if (!FIELDS.contains(names[i]) || value == null) {
                    continue;
                }
                json.writeFieldName(names[i]);
                if (value instanceof String text && MAY_BE_JSON.contains(names[i])) {
                    json.writeRawValue(text);
                } else {
                    value(value, json, names[i].equals("pairs"));
                }
            }
            json.writeEndObject();
        }
        return bytes.toString(UTF_8);
    }

    /** @param flat whether structs in a list are written as arrays of their values */
    private static void value(@Nullable Object value, JsonGenerator json, boolean flat) throws IOException {
        if (value instanceof scala.collection.Iterable<?> list) {
            json.writeStartArray();
            for (var each = list.iterator(); each.hasNext(); ) {
                value(each.next(), json, flat);
            }
            json.writeEndArray();
        } else if (value instanceof Row row && flat) {
            json.writeStartArray();
            for (String name : PAIR) {
                value(row.schema().getFieldIndex(name).isDefined() ? row.getAs(name) : null, json, false);
            }
            json.writeEndArray();
        } else if (value instanceof Row row) {
            String[] names = row.schema().fieldNames();
            json.writeStartObject();
            for (int i = 0; i < names.length; i++) {
                if (!row.isNullAt(i)) {
                    json.writeFieldName(names[i]);
                    value(row.get(i), json, false);
                }
            }
            json.writeEndObject();
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            json.writeObject(value);
        } else {
            json.writeString(value.toString());
        }
    }
}
