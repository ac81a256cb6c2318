package dev.jointly.lp;

/**
 * Forwards every call to another model; subclasses that observe or disturb a solver override some of them. Not
 * thread-safe, like every model.
 */
public abstract class ForwardingModel implements LpModel {
    private final LpModel model;

    /** Takes ownership of the model. */
    protected ForwardingModel(LpModel model) {
        this.model = model;
    }

    @Override
    public int columns() {
        return model.columns();
    }

    @Override
    public int rows() {
        return model.rows();
    }

    @Override
    public int addColumn(double cost, double lower, double upper, int[] rows, double[] values) {
        return model.addColumn(cost, lower, upper, rows, values);
    }

    @Override
    public int addRow(double lower, double upper, int[] columns, double[] values) {
        return model.addRow(lower, upper, columns, values);
    }

    @Override
    public void columnCost(int column, double cost) {
        model.columnCost(column, cost);
    }

    @Override
    public void columnBounds(int column, double lower, double upper) {
        model.columnBounds(column, lower, upper);
    }

    @Override
    public void rowBounds(int row, double lower, double upper) {
        model.rowBounds(row, lower, upper);
    }

    @Override
    public LpResult solve(Simplex simplex, Deadline deadline) {
        return model.solve(simplex, deadline);
    }

    @Override
    public double objectiveWithout(int[] columns, int pivots) {
        return model.objectiveWithout(columns, pivots);
    }

    @Override
    public void close() {
        model.close();
    }
}
