package dev.jointly.oracle;

import static java.lang.Math.multiplyExact;
import static java.lang.Math.subtractExact;

import java.util.Arrays;
import java.util.List;

/**
 * min c'x, Ax <= b, x >= 0 in exact arithmetic, for integer c, A and b with b >= 0, so that x = 0 is where it starts.
 *
 * <p>The tableau is kept in integers over one common denominator, the determinant of the basis (Edmonds' integer
 * pivoting): every division below leaves no remainder. A number too large for a {@code long} is an {@link
 * ArithmeticException}, never a wrong answer; the determinants of packing problems stay small.
 */
public final class ExactSimplex {
    /** A column of A and its cost. */
    public record Column(long cost, int[] rows, int[] values) {}

    /**
     * The optimum. Everything is a numerator over the one denominator, which is positive.
     *
     * @param x the optimal point
     * @param y the duals d(objective)/d(b), at most zero, which prove it
     */
    public record Optimum(long objective, long denominator, long[] x, long[] y) {
        /** The nearest double. */
        public double value() {
            return (double) objective / denominator;
        }

        /** The least integer not below it. */
        public long ceiling() {
            return -Math.floorDiv(-objective, denominator);
        }

        /** Below, at or above an integer: negative, zero, positive. */
        public int compareTo(long value) {
            return Long.compare(objective, multiplyExact(value, denominator));
        }
    }

    private final int rows;
    private final int columns;
    /** Rows of the basic variables and, last, the reduced costs; the last column is the right-hand side. */
    private final long[][] tableau;
    /** Which variable each column and each row stands for: x is 0 to columns - 1, slacks follow. */
    private final int[] outside;

    private final int[] inside;
    private long denominator = 1;

    private ExactSimplex(long[] b, List<Column> c) {
        rows = b.length;
        columns = c.size();
        tableau = new long[rows + 1][columns + 1];
        for (int row = 0; row < rows; row++) {
            if (b[row] < 0) {
                throw new IllegalArgumentException(
                        "right-hand side " + b[row] + " of row " + row + " must not be negative");
            }
            tableau[row][columns] = b[row];
        }
        for (int column = 0; column < columns; column++) {
            Column entries = c.get(column);
            tableau[rows][column] = entries.cost();
            for (int i = 0; i < entries.rows().length; i++) {
                tableau[entries.rows()[i]][column] = entries.values()[i];
            }
        }
        outside = new int[columns];
        inside = new int[rows];
        Arrays.setAll(outside, column -> column);
        Arrays.setAll(inside, row -> columns + row);
    }

    /** Solves; an unbounded problem is an {@link ArithmeticException}. */
    public static Optimum minimise(long[] b, List<Column> c) {
        ExactSimplex simplex = new ExactSimplex(b, c);
        int pivots = 0;
        for (int enter = simplex.steepest(); enter >= 0; pivots++) {
            simplex.pivot(simplex.leaving(enter), enter);
            // the steepest column is quick but may go in circles; the first one never does
            enter = pivots < 10 * simplex.rows ? simplex.steepest() : simplex.first();
        }
        return simplex.optimum();
    }

    private int steepest() {
        int best = -1;
        for (int column = 0; column < columns; column++) {
            if (tableau[rows][column] < (best < 0 ? 0 : tableau[rows][best])) {
                best = column;
            }
        }
        return best;
    }

    private int first() {
        int best = -1;
        for (int column = 0; column < columns; column++) {
            if (tableau[rows][column] < 0 && (best < 0 || outside[column] < outside[best])) {
                best = column;
            }
        }
        return best;
    }

    /** The row whose variable reaches zero first; the lowest variable among equals, as Bland's rule wants. */
    private int leaving(int enter) {
        int best = -1;
        for (int row = 0; row < rows; row++) {
            if (tableau[row][enter] > 0) {
                long order = best < 0
                        ? -1
                        : subtractExact(
                                multiplyExact(tableau[row][columns], tableau[best][enter]),
                                multiplyExact(tableau[best][columns], tableau[row][enter]));
                if (order < 0 || (order == 0 && inside[row] < inside[best])) {
                    best = row;
                }
            }
        }
        if (best < 0) {
            throw new ArithmeticException("unbounded: variable " + outside[enter] + " may grow for ever");
        }
        return best;
    }

    private void pivot(int leave, int enter) {
        long[] pivotRow = tableau[leave];
        long pivot = pivotRow[enter];
        for (int i = 0; i <= rows; i++) {
            if (i == leave) {
                continue;
            }
            long[] row = tableau[i];
            long factor = row[enter];
            if (factor == 0 && pivot == denominator) {
                continue;
            }
            for (int j = 0; j <= columns; j++) {
                if (j != enter) {
                    row[j] = subtractExact(multiplyExact(row[j], pivot), multiplyExact(factor, pivotRow[j]))
                            / denominator;
                }
            }
            row[enter] = -factor;
        }
        pivotRow[enter] = denominator;
        denominator = pivot;
        int swap = inside[leave];
        inside[leave] = outside[enter];
        outside[enter] = swap;
    }

    private Optimum optimum() {
        long[] x = new long[columns];
        long[] y = new long[rows];
        for (int row = 0; row < rows; row++) {
            if (inside[row] < columns) {
                x[inside[row]] = tableau[row][columns];
            }
        }
        for (int column = 0; column < columns; column++) {
            if (outside[column] >= columns) {
                y[outside[column] - columns] = -tableau[rows][column];
            }
        }
        return new Optimum(-tableau[rows][columns], denominator, x, y);
    }
}
