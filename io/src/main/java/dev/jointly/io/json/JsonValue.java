package dev.jointly.io.json;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonToken;
import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value of a document that knows where it is. Reads of the wrong kind are a {@link BadInputException} that names the place, what
 * was found there, and what was expected.
 *
 * <p>Not thread-safe.
 */
public final class JsonValue {
    /** What {@link #micro} reads. */
    public static final String MICRO = "a number of whole micro-units (at most 6 decimals)";

    private static final String MAGNITUDE = "a number of magnitude below 9e12";
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final @Nullable JsonValue parent;
    /** Name of the field, or of nothing in a list; how messages begin, for a document. */
    private final @Nullable String key;

    /** Position in the list. */
    private final int index;

    private final JsonToken token;
    /**
     * Fields of an object, entries of a list or what took them, and the text of a scalar as it is spelt; null for whole numbers of
     * 64 bits.
     */
    private final @Nullable Object content;

    private final long whole;
    private final @Nullable JsonShape shape;

    JsonValue(
            @Nullable JsonValue parent,
            @Nullable String key,
            int index,
            JsonToken token,
            @Nullable Object content,
            @Nullable JsonShape shape) {
        this.parent = parent;
        this.key = key;
        this.index = index;
        this.token = token;
        this.whole = content instanceof Long number ? number : 0;
        this.content = content instanceof Long ? null : content;
        this.shape = shape;
    }

    @SuppressWarnings("unchecked")
    Map<String, JsonValue> members() {
        return (Map<String, JsonValue>) requireNonNull(content, "objects have members");
    }

    // places and complaints

    /** Where it is, as a JSON pointer. */
    public String path() {
        if (parent == null) {
            return "";
        }
        return parent.path() + "/" + escaped(name());
    }

    static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    /** How messages about the document begin: its file, and where in it the document is if there are several. */
    public String where() {
        return parent == null ? String.valueOf(key) : parent.where();
    }

    /** Name of the field that it is in, or its position in a list. */
    public String name() {
        return key == null ? Integer.toString(index) : key;
    }

    /** A complaint about this value. */
    public BadInputException bad(String expected) {
        return bad(found(), expected);
    }

    /** A complaint about this value, or about something in it. */
    public BadInputException bad(String found, String expected) {
        return problem("found " + found + " but expected " + expected);
    }

    /** A complaint in its own words. */
    public BadInputException problem(String what) {
        return new BadInputException(where() + JsonSource.shown(path()) + ": " + what);
    }

    /** A complaint about a place in this value, such as "3/part", whether there is anything or not. */
    public BadInputException problem(String place, String what) {
        return new BadInputException(where() + JsonSource.shown(path() + "/" + place) + ": " + what);
    }

    /** The same in the usual words. */
    public BadInputException bad(String place, String found, String expected) {
        return problem(place, "found " + found + " but expected " + expected);
    }

    /** What {@code making} gives; why it refuses to is a complaint about this value. */
    public <T> T checked(Supplier<T> making) {
        try {
            return making.get();
        } catch (IllegalArgumentException e) {
            throw problem(String.valueOf(e.getMessage()));
        }
    }

    private String found() {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> Excerpt.quoted(text());
            default -> Excerpt.of(text());
        };
    }

    private String text() {
        return content == null ? Long.toString(whole) : content.toString();
    }

    // objects

    /** The value of a field that must be there. */
    public JsonValue get(String field, String expected) {
        return find(field).orElseThrow(() -> problem(field, "found nothing but expected " + expected));
    }

    /** The value of a field that may be missing. */
    public Optional<JsonValue> find(String field) {
        return Optional.ofNullable(fields().get(field));
    }

    /** What is made of the value of a field that may be missing, and what stands for it then. */
    public <T> T ifAny(String field, Function<JsonValue, T> read, T otherwise) {
        JsonValue value = fields().get(field);
        return value == null ? otherwise : read.apply(value);
    }

    /** Whether a field is there. */
    public boolean has(String field) {
        return fields().containsKey(field);
    }

    /** The fields in their order; the value must be an object. */
    public Map<String, JsonValue> fields() {
        if (token != JsonToken.START_OBJECT) {
            throw bad(shape == null ? "an object" : shape.expected());
        }
        return members();
    }

    /** The same with something else in place of the values. */
    public <T> Map<String, T> map(Function<JsonValue, T> item) {
        Map<String, T> map = new LinkedHashMap<>();
        fields().forEach((name, value) -> map.put(name, item.apply(value)));
        return map;
    }

    // lists

    /** Whether it is a list. */
    public boolean isList() {
        return token == JsonToken.START_ARRAY;
    }

    /** The entries; the value must be a list. */
    @SuppressWarnings("unchecked")
    public List<JsonValue> entries(String expected) {
        return (List<JsonValue>) content(expected);
    }

    private Object content(String expected) {
        if (token != JsonToken.START_ARRAY) {
            throw bad(expected);
        }
        return requireNonNull(content, "lists have entries");
    }

    /** The entries as something else. */
    public <T> List<T> entries(String expected, Function<JsonValue, T> item) {
        List<T> items = new ArrayList<>();
        entries(expected).forEach(entry -> items.add(item.apply(entry)));
        return items;
    }

    /** The entries of a list in a field, none where the field is missing. */
    public List<JsonValue> entriesIfAny(String field, String expected) {
        return ifAny(field, list -> list.entries(expected), List.of());
    }

    /** The same as something else. */
    public <T> List<T> entriesIfAny(String field, String expected, Function<JsonValue, T> item) {
        return ifAny(field, list -> list.entries(expected, item), List.of());
    }

    /** The entry at a position, where the list must go on. */
    public JsonValue at(int position, String expected) {
        return at(position, expected, expected);
    }

    /**
     * The entry at a position, where the list must go on.
     *
     * @param entry what is expected if the list ends here
     */
    public JsonValue at(int position, String expected, String entry) {
        List<JsonValue> entries = entries(expected);
        if (position >= entries.size()) {
            throw bad("the end of the array", entry);
        }
        return entries.get(position);
    }

    /** Complains about an entry behind so many. */
    public void requireEnd(int size, String expected) {
        List<JsonValue> entries = entries(expected);
        if (entries.size() > size) {
            throw entries.get(size).bad(expected);
        }
    }

    /** The entries of a list that must have so many. */
    public List<JsonValue> exactly(int size, String expected) {
        if (entries(expected).size() < size) {
            throw bad("the end of the array", expected);
        }
        requireEnd(size, expected);
        return entries(expected);
    }

    /** Whole numbers of 32 bits. */
    public int[] integers(String expected, String entry) {
        return entries(expected).stream()
                .mapToInt(value -> value.integer(entry))
                .toArray();
    }

    /** Whole numbers of 64 bits. */
    public long[] wholes(String expected, String entry) {
        return entries(expected).stream().mapToLong(value -> value.whole(entry)).toArray();
    }

    /** Finite numbers. */
    public double[] finites(String expected, String entry) {
        return entries(expected).stream()
                .mapToDouble(value -> value.finite(entry))
                .toArray();
    }

    /** Numbers, also such that are not finite where the source allows that. */
    public double[] numbers() {
        return entries("a list of numbers").stream()
                .mapToDouble(value -> value.number("a number"))
                .toArray();
    }

    /** What a list in a field was turned into, as {@link JsonShape#list} says; the field must be there. */
    @SuppressWarnings("unchecked")
    public <T> List<T> list(String field) {
        return ((JsonShape.Items<T>) taken(field, JsonShape.Items.class)).all;
    }

    /** The same where the field may be missing. */
    public <T> List<T> listIfAny(String field) {
        return has(field) ? list(field) : List.of();
    }

    /** What took the entries of a list in a field, as {@link JsonShape#taking} and {@link JsonShape#rows} say; the field must be there. */
    public <T> T taken(String field, Class<T> type) {
        JsonShape.Field known = shape == null ? null : shape.field(field);
        String expected = known == null ? "a list" : known.list();
        return type.cast(get(field, expected).content(expected));
    }

    // scalars

    /** Whether it is {@code null}. */
    public boolean isNull() {
        return token == JsonToken.VALUE_NULL;
    }

    /** Whether it is a text. */
    public boolean isText() {
        return token == JsonToken.VALUE_STRING;
    }

    /** A text. */
    public String string(String expected) {
        if (token != JsonToken.VALUE_STRING) {
            throw bad(expected);
        }
        return text();
    }

    /** A text that can stand as a name: visible, and not endless. */
    public String name(String expected) {
        String name = string(expected);
        if (name.isEmpty() || name.codePointCount(0, name.length()) > Limits.NAME || !Excerpt.printable(name)) {
            throw bad(expected + ", of 1 to " + Limits.NAME + " characters, none of them a control character");
        }
        return name;
    }

    /** The same in a field that must be there; likewise below. */
    public String name(String field, String expected) {
        return get(field, expected).name(expected);
    }

    /** A text, number, true or false, as it is spelt. */
    public String word(String expected) {
        if (!token.isScalarValue()) {
            throw bad(expected);
        }
        return text();
    }

    /** One of some texts. */
    public String oneOf(Collection<String> words, String expected) {
        String word = string(expected);
        if (!words.contains(word)) {
            throw bad(expected);
        }
        return word;
    }

    /** True or false. */
    public boolean truth() {
        if (!token.isBoolean()) {
            throw bad("true or false");
        }
        return token == JsonToken.VALUE_TRUE;
    }

    /** A whole number of 64 bits. */
    public long whole(String expected) {
        if (content != null) {
            throw bad(expected);
        }
        return whole;
    }

    /** A whole number of 32 bits. */
    public int integer(String expected) {
        return integer(Integer.MIN_VALUE, Integer.MAX_VALUE, expected);
    }

    /** A whole number within both limits. */
    public int integer(int min, int max, String expected) {
        long value = whole(expected);
        if (value < min || value > max) {
            throw bad(expected);
        }
        return (int) value;
    }

    public int integer(String field, String expected) {
        return get(field, expected).integer(expected);
    }

    public int integer(String field, int min, int max, String expected) {
        return get(field, expected).integer(min, max, expected);
    }

    /** An index that may yet turn out too large. */
    public int index(String expected) {
        return integer(0, Integer.MAX_VALUE, expected);
    }

    public int index(String field, String expected) {
        return get(field, expected).index(expected);
    }

    /** A finite number. */
    public double finite(String expected) {
        if (content == null) {
            return whole;
        }
        double value = token.isNumeric() ? Double.parseDouble(text()) : Double.NaN;
        if (!Double.isFinite(value)) {
            throw bad(expected);
        }
        return value;
    }

    /** A number, also one that is not finite where the source allows that. */
    public double number(String expected) {
        if (!token.isNumeric()) {
            throw bad(expected);
        }
        return Double.parseDouble(text());
    }

    public double finite(String field, String expected) {
        return get(field, expected).finite(expected);
    }

    /** A finite number, or null where the field is missing. */
    public @Nullable Double finiteIfAny(String field, String expected) {
        JsonValue value = fields().get(field);
        return value == null ? null : (Double) value.finite(expected);
    }

    /** An index, if the field is there. */
    public OptionalInt indexIfAny(String field, String expected) {
        return has(field) ? OptionalInt.of(index(field, expected)) : OptionalInt.empty();
    }

    public long micro(String field) {
        return get(field, MICRO).micro();
    }

    /** An amount of whole micro-units, by its decimal text: a double could not tell one from its neighbours. */
    public long micro() {
        if (!token.isNumeric()) {
            throw bad(MICRO);
        }
        BigDecimal units;
        try {
            units = new BigDecimal(text());
        } catch (NumberFormatException e) {
            // an exponent too large for BigDecimal
            throw bad(MAGNITUDE);
        }
        if (units.scale() == Integer.MIN_VALUE) {
            // an exponent of 2^31, which some versions of Java take and others do not
            throw bad(MAGNITUDE);
        }
        if (units.signum() == 0) {
            return 0;
        }
        // looks at the exponent first, or 1e999999999 would be written out in full
        long digitsBeforePoint = (long) units.precision() - units.scale();
        if (digitsBeforePoint > 13) {
            throw bad(MAGNITUDE);
        }
        BigDecimal micro = units.movePointRight(6).stripTrailingZeros();
        if (micro.scale() > 0) {
            throw bad(MICRO);
        }
        if (micro.abs().compareTo(LARGEST) > 0) {
            throw bad(MAGNITUDE);
        }
        return micro.longValueExact();
    }
}
