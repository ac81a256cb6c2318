package dev.jointly.io;

import dev.jointly.problem.Pin;

/**
 * A pin as read, its indices not yet checked.
 *
 * @param kind the field's name
 * @param b -1 where the pin is about one detection
 */
record PinDraft(String kind, int a, int b) {
    boolean aboutTwo() {
        return b >= 0;
    }

    Pin pin() {
        return Pin.Kind.of(kind).orElseThrow().pin(a, b);
    }
}
