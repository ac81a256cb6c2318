package dev.jointly.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A small random linear program held densely in plain Java, which can be copied to a model, grow together with one, and
 * check a result by the conditions of optimality rather than against another engine.
 */
public final class GrowingLp {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private final Random random;
    final List<double[]> matrix = new ArrayList<>();
    final List<double[]> rowBounds = new ArrayList<>();
    final List<double[]> columnBounds = new ArrayList<>();
    final List<Double> costs = new ArrayList<>();
    /** Every row is made to hold at this point, unless bounds are changed by hand. */
    private final List<Double> inside = new ArrayList<>();

    public GrowingLp(Random random) {
        this.random = random;
    }

    public int columns() {
        return costs.size();
    }

    public int rows() {
        return matrix.size();
    }

    /** A new column between two finite bounds, told to the model as well. */
    public void addColumn(LpModel model) {
        double lower = random.nextInt(3) == 0 ? -random.nextDouble() : 0;
        double upper = lower + 0.5 + 3 * random.nextDouble();
        double cost = 2 * random.nextGaussian();
        int[] rows = new int[rows()];
        double[] values = new double[rows()];
        int entries = 0;
        // at the point inside the new column is 0 or at the bound next to it, and rows are moved along
        double point = Math.max(lower, 0);
        for (int i = 0; i < rows(); i++) {
            double value = random.nextInt(3) > 0 ? random.nextGaussian() : 0;
            double[] grown = Arrays.copyOf(matrix.get(i), columns() + 1);
            grown[columns()] = value;
            matrix.set(i, grown);
            if (value != 0) {
                rows[entries] = i;
                values[entries++] = value;
            }
        }
        columnBounds.add(new double[] {lower, upper});
        costs.add(cost);
        inside.add(point);
        int index = model.addColumn(cost, lower, upper, Arrays.copyOf(rows, entries), Arrays.copyOf(values, entries));
        assertThat(index).isEqualTo(columns() - 1);
    }

    /** A new row of any kind that holds at the point inside. */
    public void addRow(LpModel model) {
        double[] row = new double[columns()];
        double activity = 0;
        int[] indices = new int[columns()];
        double[] values = new double[columns()];
        int entries = 0;
        for (int j = 0; j < columns(); j++) {
            if (random.nextInt(3) > 0) {
                row[j] = random.nextGaussian();
                activity += row[j] * inside.get(j);
                indices[entries] = j;
                values[entries++] = row[j];
            }
        }
        double below = activity - random.nextDouble();
        double above = activity + random.nextDouble();
        double[] bounds =
                switch (random.nextInt(5)) {
                    case 0, 1 -> new double[] {-INFINITY, above};
                    case 2 -> new double[] {below, INFINITY};
                    case 3 -> new double[] {below, above};
                    default -> new double[] {activity, activity};
                };
        matrix.add(row);
        rowBounds.add(bounds);
        int index = model.addRow(bounds[0], bounds[1], Arrays.copyOf(indices, entries), Arrays.copyOf(values, entries));
        assertThat(index).isEqualTo(rows() - 1);
    }

    public void changeCost(LpModel model) {
        int column = random.nextInt(columns());
        costs.set(column, 2 * random.nextGaussian());
        model.columnCost(column, costs.get(column));
    }

    /** May make the program infeasible. */
    public void changeBounds(LpModel model) {
        if (rows() > 0 && random.nextBoolean()) {
            int row = random.nextInt(rows());
            double[] bounds = rowBounds.get(row).clone();
            double shift = 0.3 * random.nextGaussian();
            bounds[0] += shift;
            bounds[1] += shift;
            rowBounds.set(row, bounds);
            model.rowBounds(row, bounds[0], bounds[1]);
        } else {
            int column = random.nextInt(columns());
            double lower = -random.nextDouble();
            columnBounds.set(column, new double[] {lower, lower + 2 * random.nextDouble()});
            model.columnBounds(column, columnBounds.get(column)[0], columnBounds.get(column)[1]);
        }
    }

    /** Everything at once, rows first and columns with their entries after, unlike any history. */
    public void tell(LpModel model) {
        for (double[] bounds : rowBounds) {
            model.addRow(bounds[0], bounds[1], new int[0], new double[0]);
        }
        for (int j = 0; j < columns(); j++) {
            int[] rows = new int[rows()];
            double[] values = new double[rows()];
            for (int i = 0; i < rows(); i++) {
                rows[i] = i;
                values[i] = matrix.get(i)[j];
            }
            model.addColumn(costs.get(j), columnBounds.get(j)[0], columnBounds.get(j)[1], rows, values);
        }
    }

    /** Primal feasible, dual feasible and without a gap: optimal, and with the signs that the interface specifies. */
    public void assertOptimal(LpResult result, long seed) {
        assertThat(result.fits(columns(), rows())).as("seed %d: sizes", seed).isTrue();
        assertThat(result.finite()).as("seed %d: finite", seed).isTrue();
        double primal = 0;
        double dual = 0;
        for (int j = 0; j < columns(); j++) {
            double reduced = costs.get(j);
            for (int i = 0; i < rows(); i++) {
                reduced -= matrix.get(i)[j] * result.dual(i);
            }
            assertThat(result.reducedCost(j))
                    .as("seed %d: reduced cost of column %d is c - A'y", seed, j)
                    .isCloseTo(reduced, within(1e-7));
            assertThat(result.value(j))
                    .as("seed %d: value of column %d", seed, j)
                    .isBetween(columnBounds.get(j)[0] - 1e-7, columnBounds.get(j)[1] + 1e-7);
            primal += costs.get(j) * result.value(j);
            dual += supported(reduced, columnBounds.get(j));
        }
        for (int i = 0; i < rows(); i++) {
            double activity = 0;
            for (int j = 0; j < columns(); j++) {
                activity += matrix.get(i)[j] * result.value(j);
            }
            assertThat(activity)
                    .as("seed %d: activity of row %d", seed, i)
                    .isBetween(rowBounds.get(i)[0] - 1e-7, rowBounds.get(i)[1] + 1e-7);
            dual += supported(result.dual(i), rowBounds.get(i));
        }
        assertThat(result.objective()).as("seed %d: objective", seed).isCloseTo(primal, within(1e-6));
        assertThat(dual).as("seed %d: dual objective", seed).isCloseTo(primal, within(1e-6));
    }

    /** What a multiplier contributes to the dual objective; minus infinity where its sign is wrong. */
    private static double supported(double multiplier, double[] bounds) {
        if (Math.abs(multiplier) < 1e-8) {
            return 0;
        }
        return multiplier * (multiplier > 0 ? bounds[0] : bounds[1]);
    }
}
