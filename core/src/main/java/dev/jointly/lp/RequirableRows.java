package dev.jointly.lp;

import java.util.Arrays;

/**
 * Rows {@code ... <= upper} of a model that can be turned into equations and back. The first time a row becomes an
 * equation it gets an artificial column, so that it stays feasible at a penalty; otherwise that column is fixed at zero.
 *
 * <p>Not thread-safe.
 */
public final class RequirableRows {
    private static final int NONE = -1;

    private final LpModel model;
    private final int[] row;
    private final int[] artificial;
    private final double[] upper;
    private final double[] penalty;

    /** @param keys rows are identified by integers below this */
    public RequirableRows(LpModel model, int keys) {
        this.model = model;
        row = new int[keys];
        artificial = new int[keys];
        upper = new double[keys];
        penalty = new double[keys];
        Arrays.fill(row, NONE);
        Arrays.fill(artificial, NONE);
    }

    public void add(int key, double atMost) {
        row[key] = model.addRow(Double.NEGATIVE_INFINITY, atMost, new int[0], new double[0]);
        upper[key] = atMost;
    }

    /** The index of a row in the model. */
    public int row(int key) {
        return row[key];
    }

    public boolean required(int key) {
        return penalty[key] > 0;
    }

    /** Makes a row an equation that may be broken at this penalty per unit; a penalty of zero makes it a limit again. */
    public void require(int key, double newPenalty) {
        if (newPenalty == penalty[key]) {
            return;
        }
        boolean toggled = newPenalty > 0 != required(key);
        penalty[key] = newPenalty;
        if (artificial[key] == NONE) {
            artificial[key] =
                    model.addColumn(newPenalty, 0, Double.POSITIVE_INFINITY, new int[] {row[key]}, new double[] {1});
        } else {
            if (newPenalty > 0) {
                model.columnCost(artificial[key], newPenalty);
            }
            if (toggled) {
                model.columnBounds(artificial[key], 0, newPenalty > 0 ? Double.POSITIVE_INFINITY : 0);
            }
        }
        if (toggled) {
            pass(key);
        }
    }

    /** Changes the right-hand side of a row. */
    public void limit(int key, double atMost) {
        if (upper[key] != atMost) {
            upper[key] = atMost;
            pass(key);
        }
    }

    private void pass(int key) {
        model.rowBounds(row[key], required(key) ? upper[key] : Double.NEGATIVE_INFINITY, upper[key]);
    }
}
