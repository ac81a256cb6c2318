package dev.jointly.lp;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns and rows in the order they were added, in flat arrays: those an adapter has not yet passed to its engine, or all of a model. Arguments are checked, so that a
 * wrong index is an exception here and not a crash in native code.
 *
 * <p>Not thread-safe.
 */
public final class Additions {
    /** Lines of one kind, added one after the other: {@code from} up to but not including {@code to}. */
    public record Run(boolean ofColumns, int from, int to) {}

    private final SparseLines columns = new SparseLines();
    private final SparseLines rows = new SparseLines();
    private final List<Run> runs = new ArrayList<>();
    private int forgottenColumns;
    private int forgottenRows;

    /** Creates an empty collection. */
    public Additions() {}

    public SparseLines columns() {
        return columns;
    }

    public SparseLines rows() {
        return rows;
    }

    /** With those that were forgotten. */
    public int columnCount() {
        return forgottenColumns + columns.size();
    }

    /** With those that were forgotten. */
    public int rowCount() {
        return forgottenRows + rows.size();
    }

    /** Adds a column with its entries in existing rows, and returns its index. */
    public int addColumn(double cost, double lower, double upper, int[] inRows, double[] values) {
        requireFinite("cost of a column", cost);
        requireBounds("column", lower, upper);
        requireEntries("column", "row", inRows, values, rowCount());
        columns.add(cost, lower, upper, inRows, values);
        extend(true, columns.size());
        return columnCount() - 1;
    }

    /** Adds a row with its entries in existing columns, and returns its index. */
    public int addRow(double lower, double upper, int[] inColumns, double[] values) {
        requireBounds("row", lower, upper);
        requireEntries("row", "column", inColumns, values, columnCount());
        rows.add(0, lower, upper, inColumns, values);
        extend(false, rows.size());
        return rowCount() - 1;
    }

    /** The last run has one more line, or a new one begins. */
    private void extend(boolean ofColumns, int to) {
        boolean goesOn = !runs.isEmpty() && runs.get(runs.size() - 1).ofColumns() == ofColumns;
        int from = goesOn ? runs.remove(runs.size() - 1).from() : to - 1;
        runs.add(new Run(ofColumns, from, to));
    }

    /** Changes the cost of a column; false where that is up to the engine, as the column was forgotten here. */
    public boolean columnCost(int column, double cost) {
        requireIndex("column", column, columnCount());
        requireFinite("cost of column " + column, cost);
        return columns.cost(column - forgottenColumns, cost);
    }

    /** Likewise its bounds. */
    public boolean columnBounds(int column, double lower, double upper) {
        requireIndex("column", column, columnCount());
        requireBounds("column", lower, upper);
        return columns.bounds(column - forgottenColumns, lower, upper);
    }

    /** Likewise those of a row. */
    public boolean rowBounds(int row, double lower, double upper) {
        requireIndex("row", row, rowCount());
        requireBounds("row", lower, upper);
        return rows.bounds(row - forgottenRows, lower, upper);
    }

    /** Everything in order of addition, in runs of the same kind. */
    public List<Run> runs() {
        return runs;
    }

    /** Forgets all columns and rows, but not how many there were; keeps the memory. */
    public void clear() {
        forgottenColumns = columnCount();
        forgottenRows = rowCount();
        columns.clear();
        rows.clear();
        runs.clear();
    }

    /** Rejects what is not an existing line, naming the index. */
    private static void requireIndex(String kind, int index, int limit) {
        if (index < 0 || index >= limit) {
            throw new IllegalArgumentException(
                    kind + " " + index + " does not exist; the model has " + limit + " of them, counted from 0");
        }
    }

    private static void requireFinite(String what, double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(what + " is " + number + " but must be finite");
        }
    }

    /** Bounds may be infinite and may even cross (the model is infeasible then), but they must say something. */
    private static void requireBounds(String kind, double lower, double upper) {
        if (Double.isNaN(lower)
                || Double.isNaN(upper)
                || lower == Double.POSITIVE_INFINITY
                || upper == Double.NEGATIVE_INFINITY) {
            throw new IllegalArgumentException("bounds of a " + kind + " are " + lower + " and " + upper
                    + "; use -Infinity for no lower and Infinity for no upper bound");
        }
    }

    private static void requireEntries(String kind, String across, int[] indices, double[] values, int limit) {
        if (indices.length != values.length) {
            throw new IllegalArgumentException(
                    "a " + kind + " has " + indices.length + " indices but " + values.length + " values");
        }
        for (int i = 0; i < indices.length; i++) {
            requireIndex(across, indices[i], limit);
            requireFinite("entry of a " + kind + " in " + across + " " + indices[i], values[i]);
        }
    }
}
