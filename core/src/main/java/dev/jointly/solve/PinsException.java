package dev.jointly.solve;

import dev.jointly.problem.Pin;
import java.util.List;

/** No poses that keep all pins can be given. */
public final class PinsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Pin> conflict;

    PinsException(String message, List<Pin> conflict) {
        super(message);
        this.conflict = List.copyOf(conflict);
    }

    /**
     * Pins that cannot all hold, though they could without any one of them (as far as there was time to see); empty where
     * nothing was decided in time.
     */
    public List<Pin> conflict() {
        return conflict;
    }
}
