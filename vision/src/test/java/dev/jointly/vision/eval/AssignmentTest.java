package dev.jointly.vision.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class AssignmentTest {
    @Test
    void takesTheLargestSumNotTheLargestEntry() {
        double[][] value = {{10, 9}, {9, 1}};
        assertThat(Assignment.largest(value, 2)).containsExactly(1, 0);
    }

    @Test
    void moreRowsThanColumnsLeavesRowsOver() {
        double[][] value = {{1}, {3}, {2}};
        assertThat(Assignment.largest(value, 1)).containsExactly(-1, 0, -1);
        assertThat(Assignment.largest(new double[2][0], 0)).containsExactly(-1, -1);
        assertThat(Assignment.largest(new double[0][], 3)).isEmpty();
    }

    @Test
    void agreesWithTryingEverything() {
        long seed = 7;
        Random random = new Random(seed);
        for (int trial = 0; trial < 300; trial++) {
            int rows = 1 + random.nextInt(5);
            int columns = 1 + random.nextInt(5);
            double[][] value = new double[rows][columns];
            for (double[] row : value) {
                for (int j = 0; j < columns; j++) {
                    row[j] = random.nextInt(9) - 4;
                }
            }
            int[] match = Assignment.largest(value, columns);
            double sum = 0;
            int assigned = 0;
            for (int i = 0; i < rows; i++) {
                if (match[i] >= 0) {
                    sum += value[i][match[i]];
                    assigned++;
                }
            }
            assertThat(assigned).as("seed " + seed + " trial " + trial).isEqualTo(Math.min(rows, columns));
            assertThat(sum)
                    .as("seed " + seed + " trial " + trial)
                    .isCloseTo(best(value, 0, new boolean[columns], Math.min(rows, columns)), within(1e-9));
        }
    }

    /** The best sum of exactly {@code left} entries of rows from {@code row} on. */
    private static double best(double[][] value, int row, boolean[] taken, int left) {
        if (left == 0) {
            return 0;
        }
        if (value.length - row < left) {
            return Double.NEGATIVE_INFINITY;
        }
        double best = best(value, row + 1, taken, left);
        for (int j = 0; j < taken.length; j++) {
            if (!taken[j]) {
                taken[j] = true;
                best = Math.max(best, value[row][j] + best(value, row + 1, taken, left - 1));
                taken[j] = false;
            }
        }
        return best;
    }
}
