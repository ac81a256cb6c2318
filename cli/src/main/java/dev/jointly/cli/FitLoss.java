package dev.jointly.cli;

import java.util.List;
import java.util.Locale;

/** What a fit makes small. */
enum FitLoss {
    /** The log loss of single detections and pairs. */
    LOGISTIC,
    /** After that, the errors of the optimal grouping. */
    STRUCTURED;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By name. */
    static final class Losses extends Choice<FitLoss> {
        Losses() {
            super(() -> List.of(values()), FitLoss::label);
        }
    }
}
