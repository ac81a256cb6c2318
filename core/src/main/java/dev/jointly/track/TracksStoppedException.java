package dev.jointly.track;

import java.util.function.BooleanSupplier;

/** Linking was stopped before it had an answer: half of the tracks are of no use. */
public final class TracksStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TracksStoppedException() {
        super("linking was stopped before it was finished");
    }

    static void throwIf(BooleanSupplier stopped) {
        if (stopped.getAsBoolean()) {
            throw new TracksStoppedException();
        }
    }
}
