package dev.jointly.vision.eval;

import java.util.Arrays;

/** The assignment problem: rows to columns, one to one, of the largest sum; shortest augmenting paths with potentials. */
public final class Assignment {
    private Assignment() {}

    /** Column of each row, or -1 for rows left over; as many are assigned as there are rows or columns. */
    public static int[] largest(double[][] value, int columns) {
        int rows = value.length;
        if (rows > columns) {
            int[] rowOfColumn = largest(transposed(value, columns), rows);
            int[] result = new int[rows];
            Arrays.fill(result, -1);
            for (int j = 0; j < columns; j++) {
                result[rowOfColumn[j]] = j;
            }
            return result;
        }
        double[] u = new double[rows + 1];
        double[] v = new double[columns + 1];
        int[] rowOf = new int[columns + 1];
        for (int i = 1; i <= rows; i++) {
            augment(value, i, u, v, rowOf);
        }
        int[] result = new int[rows];
        for (int j = 1; j <= columns; j++) {
            if (rowOf[j] > 0) {
                result[rowOf[j] - 1] = j - 1;
            }
        }
        return result;
    }

    /** Brings in one more row; index 0 of columns stands for "not yet", and rows and columns count from 1. */
    private static void augment(double[][] value, int row, double[] u, double[] v, int[] rowOf) {
        int columns = v.length - 1;
        double[] slack = new double[columns + 1];
        Arrays.fill(slack, Double.POSITIVE_INFINITY);
        int[] before = new int[columns + 1];
        boolean[] visited = new boolean[columns + 1];
        rowOf[0] = row;
        int at = 0;
        do {
            visited[at] = true;
            int i = rowOf[at];
            double least = Double.POSITIVE_INFINITY;
            int next = 0;
            for (int j = 1; j <= columns; j++) {
                if (visited[j]) {
                    continue;
                }
                double reduced = -value[i - 1][j - 1] - u[i] - v[j];
                if (reduced < slack[j]) {
                    slack[j] = reduced;
                    before[j] = at;
                }
                if (slack[j] < least) {
                    least = slack[j];
                    next = j;
                }
            }
            for (int j = 0; j <= columns; j++) {
                if (visited[j]) {
                    u[rowOf[j]] += least;
                    v[j] -= least;
                } else {
                    slack[j] -= least;
                }
            }
            at = next;
        } while (rowOf[at] != 0);
        while (at != 0) {
            rowOf[at] = rowOf[before[at]];
            at = before[at];
        }
    }

    private static double[][] transposed(double[][] matrix, int columns) {
        double[][] result = new double[columns][matrix.length];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < columns; j++) {
                result[j][i] = matrix[i][j];
            }
        }
        return result;
    }
}
