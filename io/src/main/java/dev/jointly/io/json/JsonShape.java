package dev.jointly.io.json;

import dev.jointly.io.Excerpt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a reader wants of an object: the fields that it knows, and what may be in them. All other fields are passed over without
 * becoming values, but for two cases: the object is closed, or the field looks like a known one misspelt.
 *
 * <p>Immutable: each method gives another shape.
 */
public final class JsonShape {
    /** Entries that a list may have where nothing else is said. */
    private static final Limit STANDARD = Limit.of(Limits.DETECTIONS, "entries");

    /** What an object without a shape of its own may have: nothing. */
    private static final JsonShape EMPTY = of("an object");

    /** Anything at all, for files of our own. */
    static final JsonShape ANY = scalars("an object");

    static final Field ANYTHING = new Field(ANY, Limit.deep(Limits.PAIRS, Integer.MAX_VALUE, "entries"));

    /** Scalars and lists of them. */
    private static final Field PLAIN = new Field(null, STANDARD);

    static final Field SKIPPED = new Field(null, Limit.of(-2, ""));

    private final String expected;
    private final List<String> known;
    private final boolean closed;
    private final boolean apart;
    private final @Nullable Field free;
    private final Map<String, Field> fields;
    private final @Nullable Format format;

    /**
     * How many entries there may be.
     *
     * @param inAll in all lists of one document that share this limit, or of one object that is counted {@link JsonShape#apart()}
     * @param deep whether this limit holds for lists in them too, and {@code inAll} counts what is in those
     * @param what entries are called where there are too many, such as "pairs"
     */
    public record Limit(int most, int inAll, boolean deep, String what) {
        /** Of each list. */
        public static Limit of(int most, String what) {
            return new Limit(most, Integer.MAX_VALUE, false, what);
        }

        /** Of each list, and of all of one document together. */
        public static Limit inAll(int most, int inAll, String what) {
            return new Limit(most, inAll, false, what);
        }

        /** The same for lists of lists, whose entries are counted too. */
        public static Limit deep(int most, int inAll, String what) {
            return new Limit(most, inAll, true, what);
        }
    }

    /** What the field {@code format} should be, and a hint about others. */
    private record Format(String expected, UnaryOperator<String> hint) {}

    /** Takes the entries of a list as they are read, so that they are never all in memory as values. */
    @FunctionalInterface
    public interface Entries {
        void add(JsonValue entry);
    }

    /** Takes lists of numbers, of which there may be millions, as they are read: they never become values. */
    @FunctionalInterface
    public interface Rows {
        /** Reads all of one. */
        void add(JsonSource.Row row) throws IOException;
    }

    /**
     * What may be in a field.
     *
     * @param shape of objects, also of those in lists
     * @param entries takes those of a list; null to keep them
     * @param rows takes those of a list instead
     * @param list what is expected, where entries are taken
     * @param row what is expected of each row
     */
    record Field(
            @Nullable JsonShape shape,
            Limit limit,
            @Nullable Supplier<? extends Entries> entries,
            @Nullable Supplier<? extends Rows> rows,
            String list,
            String row) {
        Field(@Nullable JsonShape shape, Limit limit) {
            this(shape, limit, null, null, "", "");
        }

        /** Whether entries are taken, so that it must be a list. */
        boolean isTaken() {
            return entries != null || rows != null;
        }

        boolean isSkipped() {
            return limit.most() == SKIPPED.limit.most();
        }

        /** What may be in the list of this field. */
        Field ofEntries() {
            return new Field(shape, limit.deep() ? limit : STANDARD);
        }
    }

    private JsonShape(
            String expected,
            List<String> known,
            boolean closed,
            boolean apart,
            @Nullable Field free,
            Map<String, Field> fields,
            @Nullable Format format) {
        this.expected = expected;
        this.known = known;
        this.closed = closed;
        this.apart = apart;
        this.free = free;
        Map<String, Field> all = new HashMap<>(fields);
        known.forEach(name -> all.putIfAbsent(name, PLAIN));
        this.fields = all;
        this.format = format;
    }

    /**
     * An object with these fields.
     *
     * @param expected for messages, such as "a move, an object with detection, x and y"
     */
    public static JsonShape of(String expected, String... known) {
        return new JsonShape(expected, List.of(known), false, false, null, Map.of(), null);
    }

    /** An object with no other fields than these. */
    public static JsonShape closed(String expected, String... known) {
        return new JsonShape(expected, List.of(known), true, false, null, Map.of(), null);
    }

    /** An object whose fields have any names, with scalars or lists of them. */
    public static JsonShape map(String expected) {
        return new JsonShape(expected, List.of(), false, false, PLAIN, Map.of(), null);
    }

    /** An object whose fields have any names, with scalars; lists and objects in them are passed over. */
    public static JsonShape scalars(String expected) {
        return map(expected, Limit.of(-1, "entries"));
    }

    /** An object whose fields have any names, with objects of one shape or lists of them. */
    public static JsonShape map(String expected, JsonShape values) {
        return new JsonShape(expected, List.of(), false, false, new Field(values, STANDARD), Map.of(), null);
    }

    /** An object whose fields have any names, with lists of so many scalars. */
    public static JsonShape map(String expected, Limit limit) {
        return new JsonShape(expected, List.of(), false, false, new Field(null, limit), Map.of(), null);
    }

    /** With objects of this shape in a field, or in the list that is in it. */
    public JsonShape with(String field, JsonShape shape) {
        return with(field, new Field(shape, STANDARD));
    }

    /** With fields that are known, but passed over whatever is in them. */
    public JsonShape skipping(String... names) {
        JsonShape shape = this;
        for (String name : names) {
            shape = shape.with(name, SKIPPED);
        }
        return shape;
    }

    /** With a list of so many scalars in a field. */
    public JsonShape with(String field, Limit limit) {
        return with(field, new Field(null, limit));
    }

    /** With a list of so many objects in a field. */
    public JsonShape with(String field, Limit limit, JsonShape shape) {
        return with(field, new Field(shape, limit));
    }

    /**
     * With a list in a field whose entries are turned into something else one by one; {@link JsonValue#list} gives them.
     *
     * @param expected of the list, such as "an array of moves"
     */
    public <T> JsonShape list(
            String field, String expected, Limit limit, JsonShape shape, Function<JsonValue, T> item) {
        return taking(field, expected, limit, shape, () -> new Items<>(item));
    }

    /** The same for lists of scalars. */
    public <T> JsonShape list(String field, String expected, Limit limit, Function<JsonValue, T> item) {
        return list(field, expected, limit, EMPTY, item);
    }

    /** With a list in a field whose entries go to something made for it; {@link JsonValue#taken} gives that. */
    public JsonShape taking(
            String field, String expected, Limit limit, JsonShape shape, Supplier<? extends Entries> entries) {
        return with(field, new Field(shape, limit, entries, null, expected, ""));
    }

    /** The same for lists of scalars. */
    public JsonShape taking(String field, String expected, Limit limit, Supplier<? extends Entries> entries) {
        return taking(field, expected, limit, EMPTY, entries);
    }

    /**
     * With a list of lists of numbers in a field, which go to something made for them.
     *
     * @param row what is expected of each, such as "a pair [a, b, cost]"
     */
    public JsonShape rows(String field, String expected, Limit limit, String row, Supplier<? extends Rows> rows) {
        return with(field, new Field(null, limit, null, rows, expected, row));
    }

    /** With the field {@code format}, which must be there and say this. */
    public JsonShape format(String format) {
        return format(format, found -> "");
    }

    /**
     * The same with a hint about other formats.
     *
     * @param hint what is added to the message, given what was found
     */
    public JsonShape format(String format, UnaryOperator<String> hint) {
        JsonShape with = with("format", PLAIN);
        return new JsonShape(
                expected, with.known, closed, apart, null, with.fields, new Format("\"" + format + "\"", hint));
    }

    /** The same, but limits of all lists together count those of each such object for themselves. */
    public JsonShape apart() {
        return new JsonShape(expected, known, closed, true, free, fields, format);
    }

    boolean isApart() {
        return apart;
    }

    /** Complains about the field {@code format} if it is not what it should be. */
    void checkFormat(JsonValue value) {
        if (format != null) {
            String found = value.string(format.expected());
            if (!format.expected().equals("\"" + found + "\"")) {
                throw value.bad(format.expected() + format.hint().apply(found));
            }
        }
    }

    /** Complains if the field {@code format} should be there. */
    void requireFormat(JsonValue object) {
        if (format != null) {
            object.get("format", format.expected());
        }
    }

    private JsonShape with(String name, Field field) {
        Map<String, Field> more = new HashMap<>(fields);
        more.put(name, field);
        List<String> all = known;
        if (!known.contains(name)) {
            all = new ArrayList<>(known);
            all.add(name);
        }
        return new JsonShape(expected, all, closed, apart, null, more, format);
    }

    String expected() {
        return expected;
    }

    /** What may be in a field; null where it is not known. */
    @Nullable
    Field field(String name) {
        if (free != null) {
            return this == ANY ? ANYTHING : free;
        }
        return fields.get(name);
    }

    /**
     * Complains about a field that is not known, if there is reason to.
     *
     * @param misspelt whether it is refused if it looks misspelt
     */
    void checkUnknown(JsonValue object, String name, boolean misspelt) {
        String what = "found an unknown field " + Excerpt.quoted(name);
        if (misspelt) {
            Spelling.nearest(name, known).ifPresent(meant -> {
                throw object.problem(JsonValue.escaped(name), what + ", maybe you meant \"" + meant + "\"");
            });
        }
        if (closed) {
            throw object.problem(JsonValue.escaped(name), what + " but expected only " + String.join(", ", known));
        }
    }

    /** What {@link #list} makes of entries. */
    static final class Items<T> implements Entries {
        private final Function<JsonValue, T> item;
        final List<T> all = new ArrayList<>();

        Items(Function<JsonValue, T> item) {
            this.item = item;
        }

        @Override
        public void add(JsonValue entry) {
            all.add(item.apply(entry));
        }
    }
}
