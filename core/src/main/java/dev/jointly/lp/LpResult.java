package dev.jointly.lp;

import java.util.Arrays;

/**
 * Snapshot of a solved linear program. Its values are defined only if the status is {@link LpStatus#OPTIMAL}.
 *
 * @param values primal value of each column; empty if there is no point, like duals and reducedCosts
 * @param duals of each row: d(objective)/d(right-hand side)
 * @param iterations of the simplex method that this solve took
 */
public record LpResult(
        LpStatus status, double objective, double[] values, double[] duals, double[] reducedCosts, long iterations) {
    /** A result without a point. */
    public static LpResult without(LpStatus status) {
        return new LpResult(status, Double.NaN, new double[0], new double[0], new double[0], 0);
    }

    public boolean optimal() {
        return status == LpStatus.OPTIMAL;
    }

    /** Number of columns; 0 if there is no point. */
    public int columns() {
        return values.length;
    }

    /** Number of rows; 0 if there is no point. */
    public int rows() {
        return duals.length;
    }

    /** Whether there is a number for each column and each row of a model of this size. */
    public boolean fits(int columns, int rows) {
        return values.length == columns && reducedCosts.length == columns && duals.length == rows;
    }

    /** Primal value of a column. */
    public double value(int column) {
        return values[column];
    }

    /** d(objective)/d(right-hand side) of a row. */
    public double dual(int row) {
        return duals[row];
    }

    public double reducedCost(int column) {
        return reducedCosts[column];
    }

    /** Whether every number is finite; engines in numerical trouble return NaN. */
    public boolean finite() {
        return Double.isFinite(objective) && finite(values) && finite(duals) && finite(reducedCosts);
    }

    private static boolean finite(double[] numbers) {
        return Arrays.stream(numbers).allMatch(Double::isFinite);
    }
}
