package dev.jointly.cli.solve;

import dev.jointly.cli.Choice;
import java.util.List;
import java.util.Locale;

/** Which margins a solution gets. */
public enum MarginMode {
    /** None. */
    OFF,
    /** Lower bounds from the prices of the certificate. */
    BOUND,
    /** The margins themselves, by solving again. */
    EXACT;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By name. */
    static final class Modes extends Choice<MarginMode> {
        Modes() {
            super(() -> List.of(values()), MarginMode::label);
        }
    }
}
