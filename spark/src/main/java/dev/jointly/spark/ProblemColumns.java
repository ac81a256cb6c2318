package dev.jointly.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Layout;
import dev.jointly.io.ProblemReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Set;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * A row of a table of problems as the JSON document it stands for: either its column {@code problem}, which is that
 * document, or columns named like the document's fields. A pair is a struct of a, b and cost; anatomy, image and pins may
 * also be JSON in a column of text, as stacks without structs write them. What is wrong with it is found by whoever reads
 * the document, in the same words as for a file.
 */
final class ProblemColumns {
    private static final String WHOLE = "problem";
    private static final Set<String> MAY_BE_JSON = Set.of("anatomy", "image", "pins");

    private ProblemColumns() {}

    static String json(Group row) throws IOException {
        if (has(row, WHOLE) && row.getType().getType(WHOLE).isPrimitive()) {
            return row.getString(WHOLE, 0);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = Layout.LINE.generator(bytes)) {
            json.writeStartObject();
            if (!has(row, "format")) {
                json.writeStringField("format", ProblemReader.FORMAT);
            }
            fields(row, json, true);
            json.writeEndObject();
        }
        return bytes.toString(UTF_8);
    }

    private static boolean has(Group row, String name) {
        return row.getType().containsField(name) && row.getFieldRepetitionCount(name) > 0;
    }

    private static void fields(Group row, JsonGenerator json, boolean top) throws IOException {
        GroupType type = row.getType();
        for (int f = 0; f < type.getFieldCount(); f++) {
            Type field = type.getType(f);
            if (row.getFieldRepetitionCount(f) == 0) {
                continue;
            }
            json.writeFieldName(field.getName());
            if (top && field.isPrimitive() && MAY_BE_JSON.contains(field.getName())) {
                json.writeRawValue(row.getString(f, 0));
            } else {
                value(row, f, json, top && field.getName().equals("pairs"));
            }
        }
    }

    /** @param flat whether structs in a list are written as arrays of their values */
    private static void value(Group row, int field, JsonGenerator json, boolean flat) throws IOException {
        Type type = row.getType().getType(field);
        if (type.isPrimitive()) {
            primitive(row, field, type.asPrimitiveType().getPrimitiveTypeName(), json);
        } else if (type.getLogicalTypeAnnotation() instanceof ListLogicalTypeAnnotation) {
            list(row.getGroup(field, 0), json, flat);
        } else if (flat) {
            json.writeStartArray();
            for (String name : new String[] {"a", "b", "cost"}) {
                Group pair = row.getGroup(field, 0);
                if (has(pair, name)) {
                    value(pair, pair.getType().getFieldIndex(name), json, false);
                } else {
                    json.writeNull();
                }
            }
            json.writeEndArray();
        } else {
            json.writeStartObject();
            fields(row.getGroup(field, 0), json, false);
            json.writeEndObject();
        }
    }

    private static void list(Group list, JsonGenerator json, boolean flat) throws IOException {
        json.writeStartArray();
        for (int i = 0; i < list.getFieldRepetitionCount(0); i++) {
            Group slot = list.getGroup(0, i);
            if (slot.getFieldRepetitionCount(0) == 0) {
                json.writeNull();
            } else {
                value(slot, 0, json, flat);
            }
        }
        json.writeEndArray();
    }

    private static void primitive(Group row, int field, PrimitiveTypeName type, JsonGenerator json) throws IOException {
        switch (type) {
            case INT32 -> json.writeNumber(row.getInteger(field, 0));
            case INT64 -> json.writeNumber(row.getLong(field, 0));
            case FLOAT -> json.writeNumber(row.getFloat(field, 0));
            case DOUBLE -> json.writeNumber(row.getDouble(field, 0));
            case BOOLEAN -> json.writeBoolean(row.getBoolean(field, 0));
            default -> json.writeString(row.getString(field, 0));
        }
    }
}
