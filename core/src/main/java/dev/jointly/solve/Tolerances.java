package dev.jointly.solve;

import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;

/** The tolerances in force in one node: the usual ones first, then perhaps a tighter one for both. */
final class Tolerances {
    private final SolveOptions options;
    private double columns;

    Tolerances(SolveOptions options) {
        this.options = options;
        columns = options.get(SolveOption.REDUCED_COST_TOLERANCE);
    }

    /** Reduced cost from which a column is worth adding, in units of cost. */
    double columns() {
        return columns;
    }

    /** Violation from which a row is worth adding, in units of cost. */
    double rows() {
        return columns < options.get(SolveOption.REDUCED_COST_TOLERANCE)
                ? columns
                : options.get(SolveOption.ROW_VIOLATION_TOLERANCE);
    }

    /** Turns to the tight one; false where that is in force already. */
    boolean tighten() {
        double tight = options.get(SolveOption.TIGHT_TOLERANCE);
        boolean tighter = columns > tight;
        columns = Math.min(columns, tight);
        return tighter;
    }
}
