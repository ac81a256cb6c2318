package dev.jointly.lp;

import java.util.Arrays;

/**
 * Columns or rows of a sparse matrix in flat arrays, the form in which engines take them in one call. Not thread-safe.
 */
public final class SparseLines {
    private int size;
    private double[] cost = new double[4];
    private double[] lower = new double[4];
    private double[] upper = new double[4];
    /** Line i owns entries start[i] up to but not including start[i + 1]. */
    private int[] start = new int[5];

    private int[] index = new int[16];
    private double[] value = new double[16];

    SparseLines() {}

    public int size() {
        return size;
    }

    void add(double ofCost, double ofLower, double ofUpper, int[] indices, double[] values) {
        if (size == cost.length) {
            int capacity = grown(size + 1);
            cost = Arrays.copyOf(cost, capacity);
            lower = Arrays.copyOf(lower, capacity);
            upper = Arrays.copyOf(upper, capacity);
            start = Arrays.copyOf(start, capacity + 1);
        }
        int from = start[size];
        int to = Math.addExact(from, indices.length);
        if (to > index.length) {
            int capacity = grown(to);
            index = Arrays.copyOf(index, capacity);
            value = Arrays.copyOf(value, capacity);
        }
        cost[size] = ofCost;
        lower[size] = ofLower;
        upper[size] = ofUpper;
        System.arraycopy(indices, 0, index, from, indices.length);
        System.arraycopy(values, 0, value, from, indices.length);
        start[++size] = to;
    }

    public double cost(int line) {
        return cost[line];
    }

    public double lower(int line) {
        return lower[line];
    }

    public double upper(int line) {
        return upper[line];
    }

    /** False for a line before the first. */
    boolean cost(int line, double newCost) {
        if (line >= 0) {
            cost[line] = newCost;
        }
        return line >= 0;
    }

    /** Likewise. */
    boolean bounds(int line, double newLower, double newUpper) {
        if (line >= 0) {
            lower[line] = newLower;
            upper[line] = newUpper;
        }
        return line >= 0;
    }

    public double[] costs(int from, int to) {
        return Arrays.copyOfRange(cost, from, to);
    }

    public double[] lowers(int from, int to) {
        return Arrays.copyOfRange(lower, from, to);
    }

    public double[] uppers(int from, int to) {
        return Arrays.copyOfRange(upper, from, to);
    }

    /** Where each line begins, counted from the first entry of line {@code from}; one element per line. */
    public int[] starts(int from, int to) {
        int[] starts = Arrays.copyOfRange(start, from, to);
        for (int i = 0; i < starts.length; i++) {
            starts[i] -= start[from];
        }
        return starts;
    }

    public int[] indices(int from, int to) {
        return Arrays.copyOfRange(index, start[from], start[to]);
    }

    public double[] values(int from, int to) {
        return Arrays.copyOfRange(value, start[from], start[to]);
    }

    void clear() {
        size = 0;
    }

    private static int grown(int needed) {
        return (int) Math.min(Integer.MAX_VALUE - 8L, needed + (needed >> 1) + 8L);
    }
}
