package dev.jointly.solve;

import dev.jointly.problem.Pin;
import java.util.List;

/** There are no poses that satisfy all pins, or none were found. */
public final class PinsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<Pin> conflict;

    private final Ending ending;

    PinsException(String message, List<Pin> conflict, Ending ending) {
        super(message);
        this.conflict = List.copyOf(conflict);
        this.ending = ending;
    }

    /**
     * Pins that cannot all be satisfied; without any one of them the others can, as far as there was time to check. Empty if
     * nothing was decided.
     */
    public List<Pin> conflict() {
        return conflict;
    }

    /** What ended the search for poses. */
    public Ending ending() {
        return ending;
    }
}
