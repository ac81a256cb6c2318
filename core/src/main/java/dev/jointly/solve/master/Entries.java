package dev.jointly.solve.master;

import java.util.Arrays;

/** The non-zero entries of one column or row while it is put together. */
public final class Entries {
    private int[] index = new int[16];
    private double[] value = new double[16];
    private int count;

    public void add(int at, double coefficient) {
        if (count == index.length) {
            index = Arrays.copyOf(index, 2 * count);
            value = Arrays.copyOf(value, 2 * count);
        }
        index[count] = at;
        value[count++] = coefficient;
    }

    public void addIfNotZero(int at, int coefficient) {
        if (coefficient != 0) {
            add(at, coefficient);
        }
    }

    public int[] indices() {
        return Arrays.copyOf(index, count);
    }

    public double[] values() {
        return Arrays.copyOf(value, count);
    }
}
