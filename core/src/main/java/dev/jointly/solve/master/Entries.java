package dev.jointly.solve.master;

import dev.jointly.lp.LpModel;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The non-zero entries of one column or row while it is put together. */
final class Entries {
    /** Enough to tell branching decisions apart; more cost more than they tell. */
    private static final int PIVOTS = 10;

    /** An LP is rebuilt where only one in so many of its columns is in use, and it has so many. */
    private static final int CROWD = 8;

    private static final int LEAST_CROWD = 2_000;

    private int[] index;
    private double[] value;
    private int count;

    Entries(int capacity) {
        index = new int[capacity];
        value = new double[capacity];
    }

    void add(int at, double coefficient) {
        if (count == index.length) {
            index = Arrays.copyOf(index, 2 * count + 4);
            value = Arrays.copyOf(value, 2 * count + 4);
        }
        index[count] = at;
        value[count++] = coefficient;
    }

    static double objectiveWithout(LpModel model, IntStream columns) {
        return model.objectiveWithout(columns.sorted().toArray(), PIVOTS);
    }

    /** Whether an LP of so many columns or rows is burdened by those that are not in use. */
    static boolean crowded(int all, int inUse) {
        return all > LEAST_CROWD && all > CROWD * inUse;
    }

    int[] indices() {
        return Arrays.copyOf(index, count);
    }

    double[] values() {
        return Arrays.copyOf(value, count);
    }
}
