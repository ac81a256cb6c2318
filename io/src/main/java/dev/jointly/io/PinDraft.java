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
        return switch (kind) {
            case "together" -> new Pin.Together(a, b);
            case "apart" -> new Pin.Apart(a, b);
            case "use" -> new Pin.Use(a);
            case "skip" -> new Pin.Skip(a);
            default -> throw new IllegalStateException("no pin is called " + kind);
        };
    }
}
