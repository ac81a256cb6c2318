package dev.jointly.io.deepcut;

/**
 * Numbers in rows and columns.
 *
 * @param columnsFirst whether the numbers of a column, not those of a row, lie side by side
 */
record Matrix(int rows, int columns, boolean columnsFirst, double[] numbers) {

    static Matrix zeros(int rows, int columns) {
        return new Matrix(rows, columns, false, new double[Math.multiplyExact(rows, columns)]);
    }

    double at(int row, int column) {
        return numbers[columnsFirst ? column * rows + row : row * columns + column];
    }
}
