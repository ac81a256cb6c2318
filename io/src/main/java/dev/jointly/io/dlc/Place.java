package dev.jointly.io.dlc;

import dev.jointly.io.BadInputException;
import dev.jointly.io.Excerpt;
import dev.jointly.io.json.Limits;
import dev.jointly.io.pickle.NdArray;
import dev.jointly.io.pickle.None;
import dev.jointly.io.pickle.Pickle;
import dev.jointly.io.pickle.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value in a pickle and the way to it, so that what is not as expected can be named.
 *
 * @param path as Python spells it, such as {@code frame01["costs"][3]}
 */
record Place(
        Meter meter, String file, String path, @Nullable Object value) {
    /** All that a pickle holds. */
    static Place top(String file, Pickle pickle) {
        return new Place(new Meter(file, pickle.bytes()), file, "", pickle.value());
    }

    /** Counts values that were looked at elsewhere, or are kept. */
    void take(long values) {
        meter.take(values);
    }

    /** Another place in the same file. */
    Place beside(String otherPath, @Nullable Object otherValue) {
        return new Place(meter, file, otherPath, otherValue);
    }

    Map<Object, Object> dictionary() {
        if (value instanceof Map<?, ?> map) {
            @SuppressWarnings("unchecked")
            Map<Object, Object> dictionary = (Map<Object, Object>) map;
            meter.take(1);
            return dictionary;
        }
        throw bad("a dictionary");
    }

    /** The value under a key, which must be there. */
    Place at(String key) {
        Place there = find(key);
        if (there.value == null) {
            throw there.bad("a value");
        }
        return there;
    }

    /** The value under a key; a place without one where it is absent or None. */
    Place find(String key) {
        Object found = dictionary().get(key);
        return beside(path + "[\"" + key + "\"]", found == None.NONE ? null : found);
    }

    /** Items of a list, a tuple or an array of one axis or more. */
    List<Place> items() {
        List<Place> items = new ArrayList<>();
        if (value instanceof List<?> list) {
            count(list.size());
            list.forEach(item -> items.add(item(items.size(), item)));
        } else if (value instanceof Tuple tuple) {
            count(tuple.items().size());
            tuple.items().forEach(item -> items.add(item(items.size(), item)));
        } else if (value instanceof NdArray array && array.shape().size() == 1) {
            count(array.size());
            for (int i = 0; i < array.size(); i++) {
                items.add(item(i, array.item(i)));
            }
        } else {
            throw bad("a list");
        }
        return items;
    }

    private void count(int items) {
        if (items > Limits.DETECTIONS) {
            throw problem("found a list of " + items + " but expected at most " + Limits.DETECTIONS + " items");
        }
        meter.take(items);
    }

    private Place item(int at, @Nullable Object item) {
        return beside(path + "[" + at + "]", item);
    }

    Place item(int at) {
        List<Place> items = items();
        if (at >= items.size()) {
            throw bad("a list of at least " + (at + 1));
        }
        return items.get(at);
    }

    /** Numbers in rows; a row of them is a column. */
    double[][] matrix() {
        if (!(value instanceof NdArray array)
                || !array.isNumeric()
                || array.shape().isEmpty()
                || array.shape().size() > 2) {
            throw bad("an array of numbers");
        }
        meter.take(array.length(0) + (long) array.length(0) * array.length(1));
        double[][] rows = new double[array.length(0)][array.length(1)];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows[i].length; j++) {
                rows[i][j] = array.number(i, j);
            }
        }
        return rows;
    }

    String text() {
        if (value instanceof String text && !text.isEmpty() && text.length() <= 1000 && Excerpt.printable(text)) {
            return text;
        }
        throw bad("text of 1 to 1000 visible characters");
    }

    int index(int below) {
        if (value instanceof Long index && index >= 0 && index < below) {
            return index.intValue();
        }
        throw bad("a whole number from 0 to below " + below);
    }

    BadInputException bad(String expected) {
        return problem("found " + found() + " but expected " + expected);
    }

    BadInputException problem(String what) {
        return new BadInputException(file + ": " + (path.isEmpty() ? "top level" : path) + ": " + what);
    }

    private String found() {
        if (value == null) {
            return "nothing";
        }
        if (value instanceof String text) {
            return Excerpt.quoted(text);
        }
        if (value instanceof Number || value instanceof Boolean || value instanceof NdArray) {
            return value.toString();
        }
        if (value instanceof List || value instanceof Tuple) {
            return "a list";
        }
        return value instanceof Map ? "a dictionary" : value == None.NONE ? "None" : "something else";
    }

    /**
     * Counts values as they are looked at. Each takes a byte of the file or more, unless the file mentions one thing again and
     * again or declares more than it holds: a few bytes could then stand for any amount of memory.
     */
    static final class Meter {
        private final String file;
        private final long bytes;
        private long left;

        /** @param bytes length of the pickle */
        Meter(String file, long bytes) {
            this.file = file;
            this.bytes = bytes;
            this.left = bytes;
        }

        void take(long values) {
            left -= values;
            if (left < 0) {
                throw new BadInputException(
                        file + ": found more values than its " + bytes
                                + " bytes can hold, because it refers to some values many times; expected each frame to have its own values");
            }
        }
    }
}
