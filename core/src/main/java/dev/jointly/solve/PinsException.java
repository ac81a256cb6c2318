package dev.jointly.solve;

import dev.jointly.problem.Pin;
import java.util.List;

/** There are no poses that satisfy all pins, or none were found in time. */
public final class PinsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Pin> conflict;

    PinsException(String message, List<Pin> conflict) {
        super(message);
        this.conflict = List.copyOf(conflict);
    }

    /**
     * Pins that cannot all be satisfied; without any one of them the others can, as far as there was time to check. Empty if
     * nothing was decided in time.
     */
    public List<Pin> conflict() {
        return conflict;
    }
}
