package dev.jointly.io.pickle;

import dev.jointly.io.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The names a pickle may use, and what they mean: numpy's arrays, scalars and types, and pandas' indices, which stand in
 * evaluation files beside what is wanted and are carried past as {@link Inert}.
 */
final class Constructors {
    /** A name that may be called. */
    record Global(String name) {
        /** Whether a call makes something as long as what it is given. */
        boolean copies() {
            return name.equals(ENCODE) || name.endsWith(SCALAR);
        }
    }

    /** An array before its content. */
    static final class Blank {}

    private static final String RECONSTRUCT = "multiarray._reconstruct";
    private static final String SCALAR = "multiarray.scalar";
    private static final String FROM_BUFFER = "numeric._frombuffer";
    private static final String DTYPE = "numpy.dtype";
    private static final String ENCODE = "_codecs.encode";
    private static final String BYTES = "__builtin__.bytes";

    private static final Set<String> MEANINGFUL = Set.of(
            "numpy.core." + RECONSTRUCT,
            "numpy._core." + RECONSTRUCT,
            "numpy.core." + SCALAR,
            "numpy._core." + SCALAR,
            "numpy.core." + FROM_BUFFER,
            "numpy._core." + FROM_BUFFER,
            "numpy.ndarray",
            DTYPE,
            // how protocol 2 spells bytes, and no bytes
            ENCODE,
            BYTES);

    private static final Set<String> INERT = Set.of(
            "builtins.slice",
            "pandas._libs.internals._unpickle_block",
            "pandas.core.indexes.base.Index",
            "pandas.core.indexes.base._new_Index",
            "pandas.core.indexes.multi.MultiIndex",
            "pandas.core.internals.managers.SingleBlockManager",
            "pandas.core.series.Series");

    private Constructors() {}

    static Object named(String name) {
        if (MEANINGFUL.contains(name)) {
            return new Global(name);
        }
        if (INERT.contains(name)) {
            return new Inert(name);
        }
        throw new IllegalArgumentException("found the name " + Excerpt.quoted(name)
                + " but expected none except those of numpy's arrays; nothing was run");
    }

    /**
     * Memory that a call or content copies, in words of eight bytes: what is copied is often mentioned only, so it has to be
     * counted each time.
     */
    static long words(Object target, Object state) {
        if (!(state instanceof Tuple tuple)
                || !(target instanceof Blank || (target instanceof Global global && global.copies()))) {
            return 0;
        }
        long words = 0;
        for (Object item : tuple.items()) {
            if (item instanceof List<?> list) {
                words += list.size();
            } else if (target instanceof Global && item instanceof String text) {
                words += text.length() / 8;
            } else if (target instanceof Global && item instanceof byte[] bytes) {
                words += bytes.length / 4;
            }
        }
        return words;
    }

    /** What a call gives. */
    static Object call(Object callable, Object arguments) {
        if (callable instanceof Inert inert) {
            return inert;
        }
        if (!(callable instanceof Global global) || !(arguments instanceof Tuple tuple)) {
            throw new IllegalArgumentException("found a call of " + kind(callable) + " but expected one of a name");
        }
        List<Object> given = tuple.items();
        String name = global.name();
        if (name.endsWith(RECONSTRUCT)) {
            return new Blank();
        }
        if (name.endsWith(SCALAR)) {
            return scalar(argument(given, 0, DType.class, name), argument(given, 1, byte[].class, name));
        }
        if (name.endsWith(FROM_BUFFER)) {
            return new NdArray(
                    argument(given, 1, DType.class, name),
                    shape(argument(given, 2, Tuple.class, name)),
                    argument(given, 3, String.class, name).equals("F"),
                    argument(given, 0, byte[].class, name),
                    List.of());
        }
        if (name.equals(DTYPE)) {
            return DType.of(argument(given, 0, String.class, name));
        }
        if (name.equals(ENCODE)) {
            if (!argument(given, 1, String.class, name).equals("latin1")) {
                throw new IllegalArgumentException("found text in an encoding other than latin1");
            }
            return NdArray.latin1(argument(given, 0, String.class, name));
        }
        if (name.equals(BYTES) && given.isEmpty()) {
            return new byte[0];
        }
        throw new IllegalArgumentException("found a call of \"" + name + "\", which cannot be called by itself");
    }

    /** What becomes of an object that gets its content. */
    static Object build(Object object, Object state) {
        if (object instanceof Inert) {
            return object;
        }
        if (object instanceof DType type && state instanceof Tuple tuple) {
            return type.withOrder(argument(tuple.items(), 1, String.class, DTYPE));
        }
        if (object instanceof Blank && state instanceof Tuple tuple) {
            return array(tuple.items());
        }
        throw new IllegalArgumentException("found content for " + kind(object) + " but expected it for an array");
    }

    private static NdArray array(List<Object> state) {
        String who = "numpy.ndarray";
        List<Integer> shape = shape(argument(state, 1, Tuple.class, who));
        DType type = argument(state, 2, DType.class, who);
        boolean columnsFirst = argument(state, 3, Boolean.class, who);
        if (type.kind() == 'O') {
            List<?> items = argument(state, 4, List.class, who);
            return new NdArray(type, shape, columnsFirst, new byte[0], List.copyOf(items));
        }
        return new NdArray(type, shape, columnsFirst, argument(state, 4, byte[].class, who), List.of());
    }

    private static Object scalar(DType type, byte[] bytes) {
        if (type.kind() == 'O') {
            throw new IllegalArgumentException("found a scalar of type object but expected a number or text");
        }
        return new NdArray(type, List.of(), false, bytes, List.of()).item(0);
    }

    private static List<Integer> shape(Tuple tuple) {
        List<Integer> shape = new ArrayList<>();
        // an axis of length 0 must not hide one of any length
        long items = 1;
        for (Object length : tuple.items()) {
            if (!(length instanceof Long n) || n < 0 || n > Integer.MAX_VALUE || shape.size() == 8) {
                throw new IllegalArgumentException("found an array with an invalid shape");
            }
            items *= Math.max(1, n);
            shape.add(n.intValue());
            if (items > PickleReader.MAX_LENGTH) {
                throw new IllegalArgumentException("found an array of shape " + shape + " but expected at most "
                        + PickleReader.MAX_LENGTH + " items");
            }
        }
        return List.copyOf(shape);
    }

    private static <T> T argument(List<Object> given, int at, Class<T> type, String who) {
        if (at >= given.size() || !type.isInstance(given.get(at))) {
            throw new IllegalArgumentException("found \"" + who + "\" with "
                    + (at >= given.size() ? given.size() + " values" : kind(given.get(at)) + " as value " + at)
                    + ", which it does not take");
        }
        return type.cast(given.get(at));
    }

    /** What kind of thing a value is, for messages. */
    static String kind(Object value) {
        if (value instanceof Global global) {
            return "the name \"" + global.name() + "\"";
        }
        if (value instanceof String) {
            return "text";
        }
        if (value instanceof Number || value instanceof Boolean) {
            return "the number " + value;
        }
        if (value instanceof byte[]) {
            return "bytes";
        }
        if (value instanceof List) {
            return "a list";
        }
        if (value instanceof java.util.Map) {
            return "a dictionary";
        }
        if (value instanceof Tuple) {
            return "a tuple";
        }
        return value == None.NONE ? "None" : "an object";
    }

    /** Something that has a place in the file but no content here, such as a pandas index: it is carried past, never built. */
    record Inert(String name) {}
}
