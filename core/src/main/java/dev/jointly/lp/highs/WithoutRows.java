package dev.jointly.lp.highs;

import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.SparseLines;

/** Programs without rows, or without columns: answered here, since HiGHS has a status of its own for some of them. */
final class WithoutRows {
    /** As HiGHS is set to judge all other rows. */
    private static final double FEASIBILITY_TOLERANCE = 1e-9;

    private WithoutRows() {}

    /** Each column goes where it is cheapest. */
    static LpResult solve(SparseLines columns) {
        int n = columns.size();
        double[] values = new double[n];
        double[] reducedCosts = new double[n];
        double objective = 0;
        boolean unbounded = false;
        for (int i = 0; i < n; i++) {
            if (columns.lower(i) > columns.upper(i)) {
                return LpResult.without(LpStatus.INFEASIBLE);
            }
            values[i] = cheapest(columns.cost(i), columns.lower(i), columns.upper(i));
            unbounded |= Double.isInfinite(values[i]);
            reducedCosts[i] = columns.cost(i);
            objective += columns.cost(i) * values[i];
        }
        return unbounded
                ? LpResult.without(LpStatus.UNBOUNDED)
                : new LpResult(LpStatus.OPTIMAL, objective, values, new double[0], reducedCosts, 0);
    }

    /** Nothing can move a row's activity from 0. */
    static LpResult withoutColumns(SparseLines rows) {
        for (int i = 0; i < rows.size(); i++) {
            if (rows.lower(i) > FEASIBILITY_TOLERANCE
                    || rows.upper(i) < -FEASIBILITY_TOLERANCE
                    || rows.lower(i) > rows.upper(i)) {
                return LpResult.without(LpStatus.INFEASIBLE);
            }
        }
        return new LpResult(LpStatus.OPTIMAL, 0, new double[0], new double[rows.size()], new double[0], 0);
    }

    /** The cheapest value between the bounds, the nearest to 0 if all cost the same; infinite if there is none. */
    private static double cheapest(double cost, double lower, double upper) {
        if (cost == 0) {
            return Math.max(lower, Math.min(upper, 0));
        }
        return cost > 0 ? lower : upper;
    }
}
