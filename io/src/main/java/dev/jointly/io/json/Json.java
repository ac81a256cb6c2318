package dev.jointly.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Layout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Small JSON documents to write: maps, lists, texts, numbers, truth values and ready-made documents. */
public final class Json {
    /** A document that is JSON already. */
    public record Raw(byte[] bytes) {}

    private Json() {}

    /**
     * An object whose members keep this order.
     *
     * @param members name, value, name, value and so on
     */
    public static Map<String, @Nullable Object> object(@Nullable Object... members) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            object.put(String.valueOf(members[i]), members[i + 1]);
        }
        return object;
    }

    /** A document as text. */
    public static String text(Object document) {
        return new String(bytes(document), StandardCharsets.UTF_8);
    }

    /** A document in UTF-8. */
    public static byte[] bytes(Object document) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = Layout.LINE.generator(out)) {
            write(document, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void write(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> member : map.entrySet()) {
                json.writeFieldName(String.valueOf(member.getKey()));
                write(member.getValue(), json);
            }
            json.writeEndObject();
        } else if (value instanceof Iterable<?> list) {
            json.writeStartArray();
            for (Object item : list) {
                write(item, json);
            }
            json.writeEndArray();
        } else if (value instanceof Raw raw) {
            json.writeRawValue(new String(raw.bytes(), StandardCharsets.UTF_8).strip());
        } else {
            scalar(value, json);
        }
    }

    private static void scalar(@Nullable Object value, JsonGenerator json) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof Integer || value instanceof Long) {
            json.writeNumber(((Number) value).longValue());
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(number);
        } else if (value instanceof Double number && Double.isFinite(number)) {
            json.writeNumber(number);
        } else {
            json.writeString(String.valueOf(value));
        }
    }
}
