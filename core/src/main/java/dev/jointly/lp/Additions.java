package dev.jointly.lp;

import java.util.Arrays;

/**
 * Columns and rows in the order they were added, in flat arrays: those an adapter has not yet passed to its engine, or all of a model. Arguments are checked, so that a
 * wrong index is an exception here and not a crash in native code.
 *
 * <p>Not thread-safe.
 */
public final class Additions {
    /** Receives the lines in order of addition, as runs of the same kind: {@code from} up to but not including to. */
    public interface Runs {
        void columns(int from, int to);

        void rows(int from, int to);
    }

    private final SparseLines columns = new SparseLines();
    private final SparseLines rows = new SparseLines();
    /** Lengths of runs, in turn of columns and of rows; the first is of columns and may be 0. */
    private int[] runs = new int[2];

    private int runCount = 1;

    /** Creates an empty collection. */
    public Additions() {}

    public SparseLines columns() {
        return columns;
    }

    public SparseLines rows() {
        return rows;
    }

    /** Adds a column whose entries must be below {@code rowLimit}. */
    public void addColumn(double cost, double lower, double upper, int[] inRows, double[] values, int rowLimit) {
        requireFinite("cost of a column", cost);
        requireBounds("column", lower, upper);
        requireEntries("column", "row", inRows, values, rowLimit);
        columns.add(cost, lower, upper, inRows, values);
        count(true);
    }

    /** Adds a row whose entries must be below {@code columnLimit}. */
    public void addRow(double lower, double upper, int[] inColumns, double[] values, int columnLimit) {
        requireBounds("row", lower, upper);
        requireEntries("row", "column", inColumns, values, columnLimit);
        rows.add(0, lower, upper, inColumns, values);
        count(false);
    }

    /** Walks over everything in order of addition. */
    public void forEachRun(Runs visitor) {
        int column = 0;
        int row = 0;
        for (int i = 0; i < runCount; i++) {
            if (i % 2 == 0) {
                visitor.columns(column, column + runs[i]);
                column += runs[i];
            } else {
                visitor.rows(row, row + runs[i]);
                row += runs[i];
            }
        }
    }

    /** Forgets everything but keeps the memory. */
    public void clear() {
        columns.clear();
        rows.clear();
        runs[0] = 0;
        runCount = 1;
    }

    private void count(boolean column) {
        boolean lastIsColumn = runCount % 2 == 1;
        if (lastIsColumn != column) {
            if (runCount == runs.length) {
                runs = Arrays.copyOf(runs, 2 * runCount);
            }
            runs[runCount++] = 0;
        }
        runs[runCount - 1]++;
    }

    /** Rejects what is not an existing line, naming the index. */
    public static void requireIndex(String kind, int index, int limit) {
        if (index < 0 || index >= limit) {
            throw new IllegalArgumentException(
                    kind + " " + index + " does not exist; the model has " + limit + " of them, counted from 0");
        }
    }

    public static void requireFinite(String what, double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(what + " is " + number + " but must be finite");
        }
    }

    /** Bounds may be infinite and may even cross (the model is infeasible then), but they must say something. */
    public static void requireBounds(String kind, double lower, double upper) {
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
