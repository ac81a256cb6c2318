package dev.jointly.io.pickle;

import java.util.List;

/** A Python tuple. */
public record Tuple(List<Object> items) {
    public Tuple {
        items = List.copyOf(items);
    }

    /** Two tuples are one only where they are the same: what is inside may be endless. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return "a tuple of " + items.size();
    }
}
