package dev.jointly.solve.master;

import dev.jointly.lp.LpModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The non-zero entries of one column or row while it is put together. */
final class Entries {
    /** Enough to tell questions apart; more cost more than they tell. */
    private static final int PIVOTS = 10;

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

    static <T> List<Integer> where(List<T> things, Predicate<T> wanted, List<Integer> columns) {
        List<Integer> some = new ArrayList<>();
        for (int i = 0; i < things.size(); i++) {
            if (wanted.test(things.get(i))) {
                some.add(columns.get(i));
            }
        }
        return some;
    }

    static double objectiveWithout(LpModel model, List<Integer> columns) {
        return model.objectiveWithout(
                columns.stream().mapToInt(Integer::intValue).sorted().toArray(), PIVOTS);
    }

    int[] indices() {
        return Arrays.copyOf(index, count);
    }

    double[] values() {
        return Arrays.copyOf(value, count);
    }
}
