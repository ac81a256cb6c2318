package dev.jointly.io.hdf5;

/**
 * Numbers in rows and columns.
 *
 * @param columnsFirst whether the numbers of a column, not those of a row, lie side by side
 */
public record Matrix(int rows, int columns, boolean columnsFirst, double[] numbers) {
    /** A matrix of zeros. */
    public static Matrix zeros(int rows, int columns) {
        return new Matrix(rows, columns, false, new double[Math.multiplyExact(rows, columns)]);
    }

    /** The number at a row and a column. */
    public double at(int row, int column) {
        return numbers[columnsFirst ? column * rows + row : row * columns + column];
    }
}
