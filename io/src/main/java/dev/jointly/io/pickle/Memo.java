package dev.jointly.io.pickle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Values that come again, by number; whoever writes pickles counts them from 0. */
final class Memo {
    private final List<Object> values = new ArrayList<>();

    /** Numbers of things that are remembered before they have their content. */
    private final IdentityHashMap<Object, Integer> unfinished = new IdentityHashMap<>();

    int size() {
        return values.size();
    }

    void put(long number, Object value) {
        if (number > values.size()) {
            throw new IllegalArgumentException(
                    "found value " + number + " to remember but expected number " + values.size());
        }
        int at = (int) number;
        if (at == values.size()) {
            values.add(value);
        } else {
            values.set(at, value);
        }
        if (value instanceof Constructors.Blank || value instanceof DType) {
            unfinished.put(value, at);
        }
    }

    Object get(long number) {
        if (number >= values.size()) {
            throw new IllegalArgumentException("found a reference to value " + number + ", which is not defined yet");
        }
        return values.get((int) number);
    }

    /** Puts a finished thing in the place of the unfinished one. */
    void finish(Object thing, Object finished) {
        Integer at = unfinished.remove(thing);
        if (at != null) {
            values.set(at, finished);
        }
    }
}
