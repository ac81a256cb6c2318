package dev.jointly.lp;

/** Snapshot of a solved linear program. Its values are defined only if the status is {@link LpStatus#OPTIMAL}. */
public final class LpResult {
    private final LpStatus status;
    private final double objective;
    private final double[] values;
    private final double[] duals;
    private final double[] reducedCosts;
    private final long iterations;

    /** Takes ownership of the arrays. */
    public LpResult(
            LpStatus status,
            double objective,
            double[] values,
            double[] duals,
            double[] reducedCosts,
            long iterations) {
        this.status = status;
        this.objective = objective;
        this.values = values;
        this.duals = duals;
        this.reducedCosts = reducedCosts;
        this.iterations = iterations;
    }

    /** A result without a point. */
    public static LpResult without(LpStatus status) {
        return new LpResult(status, Double.NaN, new double[0], new double[0], new double[0], 0);
    }

    public LpStatus status() {
        return status;
    }

    public boolean optimal() {
        return status == LpStatus.OPTIMAL;
    }

    public double objective() {
        return objective;
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

    /** Simplex iterations this solve took. */
    public long iterations() {
        return iterations;
    }

    /** Whether every number is finite; engines in numerical trouble return NaN. */
    public boolean finite() {
        return Double.isFinite(objective) && finite(values) && finite(duals) && finite(reducedCosts);
    }

    private static boolean finite(double[] numbers) {
        for (double number : numbers) {
            if (!Double.isFinite(number)) {
                return false;
            }
        }
        return true;
    }
}
