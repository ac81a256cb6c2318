package dev.jointly.solve.master;

import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.solve.term.Costs;
import dev.jointly.solve.term.Grid;

/** The row {@code 1'gamma <= N}, where the number of poses is limited. */
public final class PoseLimitRow {
    private static final int NONE = -1;

    private final int row;

    public PoseLimitRow(LpModel model, Costs costs) {
        row = costs.limited()
                ? model.addRow(Double.NEGATIVE_INFINITY, costs.mostPoses(), new int[0], new double[0])
                : NONE;
    }

    /** Counts a skeleton. */
    public void addTo(Entries skeleton) {
        if (row != NONE) {
            skeleton.add(row, 1);
        }
    }

    /** nu in an optimum, on the grid. */
    public long price(LpResult optimum, Grid grid) {
        return row == NONE ? 0 : grid.price(-optimum.dual(row));
    }
}
