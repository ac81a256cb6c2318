package dev.jointly.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Programs that take long, by size or by nature. */
public final class HardPrograms {
    private HardPrograms() {}

    /** Random set packing: degenerate and slow by the dual simplex from scratch. */
    public static void packing(LpModel model, int rows, int columns, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < rows; i++) {
            model.addRow(Double.NEGATIVE_INFINITY, 1, new int[0], new double[0]);
        }
        for (int j = 0; j < columns; j++) {
            int[] members = random.ints(0, rows)
                    .distinct()
                    .limit(Math.min(rows, 3 + random.nextInt(6)))
                    .toArray();
            double[] ones = new double[members.length];
            Arrays.fill(ones, 1);
            double cost = 2 - members.length * (0.5 + random.nextDouble());
            model.addColumn(cost, 0, Double.POSITIVE_INFINITY, members, ones);
        }
    }

    /** The packing as an integer program; its root relaxation alone takes minutes where it is large. */
    public static IntegerProgram integerPacking(int rows, int columns, long seed) {
        Random random = new Random(seed);
        IntegerProgram program = new IntegerProgram();
        List<List<Integer>> members = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            members.add(new ArrayList<>());
        }
        for (int j = 0; j < columns; j++) {
            int size = 3 + random.nextInt(6);
            program.addBinary(2 - size * (0.5 + random.nextDouble()));
            for (int row : random.ints(0, rows).distinct().limit(size).toArray()) {
                members.get(row).add(j);
            }
        }
        for (List<Integer> row : members) {
            program.atMost(1, row.stream().mapToInt(Integer::intValue).toArray());
        }
        return program;
    }

    /** Market split: split every shop's sales in two halves; small, yet branch and bound must try nearly everything. */
    public static IntegerProgram marketSplit(int products, int shops, long seed) {
        Random random = new Random(seed);
        IntegerProgram program = new IntegerProgram();
        for (int j = 0; j < shops; j++) {
            program.addBinary(0);
        }
        for (int i = 0; i < products; i++) {
            double[] values = new double[shops + 2];
            double sum = 0;
            for (int j = 0; j < shops; j++) {
                values[j] = random.nextInt(100);
                sum += values[j];
            }
            int over = program.addColumn(new IntegerProgram.Column(1, 0, Double.POSITIVE_INFINITY, false));
            int under = program.addColumn(new IntegerProgram.Column(1, 0, Double.POSITIVE_INFINITY, false));
            values[shops] = -1;
            values[shops + 1] = 1;
            int[] indices = IntStream.concat(IntStream.range(0, shops), IntStream.of(over, under))
                    .toArray();
            program.addRow(Math.floor(sum / 2), Math.floor(sum / 2), indices, values);
        }
        return program;
    }

    /** Whether a result has a point that keeps the equations, and no bound above it. */
    public static void assertPoint(IntegerProgram program, IntegerResult result) {
        assertThat(result.hasPoint()).isTrue();
        assertThat(result.bound()).isLessThanOrEqualTo(result.objective());
        for (IntegerProgram.Row row : program.rows()) {
            double activity = 0;
            for (int k = 0; k < row.columns().length; k++) {
                activity += row.values()[k] * result.values()[row.columns()[k]];
            }
            assertThat(activity).isCloseTo(row.lower(), within(1e-6));
        }
    }
}
