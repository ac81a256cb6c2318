package dev.jointly.lp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A minimisation over columns, some of them integer, built once and solved once. Not thread-safe. */
public final class IntegerProgram {
    /** A column; {@code integer} requires an integer value. */
    public record Column(double cost, double lower, double upper, boolean integer) {}

    /** {@code lower <= sum of values[i] * x[columns[i]] <= upper}. */
    public record Row(double lower, double upper, int[] columns, double[] values) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /** Creates a program without columns and rows. */
    public IntegerProgram() {}

    /** Adds a column taking values 0 and 1, and returns its index. */
    public int addBinary(double cost) {
        return addColumn(new Column(cost, 0, 1, true));
    }

    public int addColumn(Column column) {
        columns.add(column);
        return columns.size() - 1;
    }

    public int addRow(double lower, double upper, int[] columnsOfRow, double[] values) {
        rows.add(new Row(lower, upper, columnsOfRow, values));
        return rows.size() - 1;
    }

    /** {@code sum of values[i] * x[columns[i]] <= upper}. */
    public int atMost(double upper, int[] columnsOfRow, double[] values) {
        return addRow(Double.NEGATIVE_INFINITY, upper, columnsOfRow, values);
    }

    /** {@code sum of x[columns[i]] <= upper}. */
    public int atMost(double upper, int[] columnsOfRow) {
        double[] ones = new double[columnsOfRow.length];
        Arrays.fill(ones, 1);
        return atMost(upper, columnsOfRow, ones);
    }

    public List<Column> columns() {
        return columns;
    }

    public List<Row> rows() {
        return rows;
    }
}
