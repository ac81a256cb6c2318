package dev.jointly.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.jointly.io.Layout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * JSON documents to write: maps, lists, arrays, texts, numbers, truth values and ready-made documents. Streams and {@link Entries} are
 * lists, too, whose entries come one by one as they are written.
 */
public final class Json {
    /** A document that is JSON already. */
    public record Raw(byte[] bytes) {}

    /** A list that hands out its entries. */
    @FunctionalInterface
    public interface Entries {
        void forEach(Consumer<Object> entry);
    }

    private Json() {}

    /** A member that is left out where the list is empty. */
    public static Optional<Object> some(Collection<?> list) {
        return when(!list.isEmpty(), list);
    }

    /** A member that is left out unless it is wanted. */
    public static Optional<Object> when(boolean wanted, Object value) {
        return wanted ? Optional.of(value) : Optional.empty();
    }

    /**
     * An object whose members keep this order. Those whose value is an empty Optional are left out.
     *
     * @param members name, value, name, value and so on
     */
    public static Map<String, @Nullable Object> object(@Nullable Object... members) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            Object value = members[i + 1];
            if (value instanceof OptionalInt number) {
                value = number.stream().boxed().findFirst();
            } else if (value instanceof OptionalLong number) {
                value = number.stream().boxed().findFirst();
            } else if (value instanceof OptionalDouble number) {
                value = number.stream().boxed().findFirst();
            }
            if (!(value instanceof Optional<?> optional)) {
                object.put(String.valueOf(members[i]), value);
            } else if (optional.isPresent()) {
                object.put(String.valueOf(members[i]), optional.get());
            }
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

    /** Writes a value where a document is being written. */
    public static void write(@Nullable Object value, JsonGenerator json) throws IOException {
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
        } else if (value instanceof Stream<?> stream) {
            write((Entries) entry -> stream.forEachOrdered(entry), json);
        } else if (value instanceof Entries entries) {
            json.writeStartArray();
            try {
                entries.forEach(entry -> writeUnchecked(entry, json));
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            json.writeEndArray();
        } else if (value instanceof int[] numbers) {
            json.writeArray(numbers, 0, numbers.length);
        } else if (value instanceof long[] numbers) {
            json.writeArray(numbers, 0, numbers.length);
        } else if (value instanceof double[] numbers) {
            json.writeArray(numbers, 0, numbers.length);
        } else if (value instanceof Raw raw) {
            json.writeRawValue(new String(raw.bytes(), StandardCharsets.UTF_8).strip());
        } else {
            scalar(value, json);
        }
    }

    private static void writeUnchecked(Object value, JsonGenerator json) {
        try {
            write(value, json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
