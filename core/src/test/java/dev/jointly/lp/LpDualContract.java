package dev.jointly.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.oracle.ExactSimplex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the solver expects of an optimum: values, duals and reduced costs, with their signs. */
abstract class LpDualContract {
    static final double INFINITY = Double.POSITIVE_INFINITY;
    static final int[] NONE = {};
    static final double[] EMPTY = {};

    /** The engine under test, a new one or always the same. */
    protected abstract LpEngine engine();

    static Deadline soon() {
        return Deadline.after(Duration.ofSeconds(60));
    }

    /** min -x - 2y, x + y <= 4, x <= 3, y <= 2: one more on the right is worth -1, and y's bound is worth -1. */
    @Test
    void dualsAndReducedCostsOfAProgramSolvedByHand() {
        try (LpModel model = engine().newModel()) {
            int x = model.addColumn(-1, 0, 3, NONE, EMPTY);
            int y = model.addColumn(-2, 0, 2, NONE, EMPTY);
            int row = model.addRow(-INFINITY, 4, new int[] {x, y}, new double[] {1, 1});
            LpResult result = model.solve(Simplex.PRIMAL, soon());
            assertThat(result.objective()).isCloseTo(-6, within(1e-9));
            assertThat(result.value(x)).isCloseTo(2, within(1e-9));
            assertThat(result.value(y)).isCloseTo(2, within(1e-9));
            assertThat(result.dual(row)).isCloseTo(-1, within(1e-9));
            assertThat(result.reducedCost(x)).isCloseTo(0, within(1e-9));
            assertThat(result.reducedCost(y)).isCloseTo(-1, within(1e-9));
        }
    }

    /** Objective and duals against exact arithmetic; the duals need not be the same ones, but prove the same optimum. */
    @Test
    void agreesWithExactArithmetic() {
        int fractional = 0;
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            int m = 3 + random.nextInt(5);
            long[] b = random.longs(m, 1, 4).toArray();
            List<ExactSimplex.Column> columns = new ArrayList<>();
            try (LpModel model = engine().newModel()) {
                for (int i = 0; i < m; i++) {
                    model.addRow(-INFINITY, (double) b[i], NONE, EMPTY);
                }
                for (int j = 0; j < 2 * m; j++) {
                    int[] rows = random.ints(0, m).distinct().limit(2).toArray();
                    int[] values = random.ints(rows.length, 1, 4).toArray();
                    columns.add(new ExactSimplex.Column(random.nextInt(21) - 16, rows, values));
                    model.addColumn(
                            (double) columns.get(j).cost(),
                            0,
                            INFINITY,
                            rows,
                            IntStream.of(values).asDoubleStream().toArray());
                }
                ExactSimplex.Optimum exact = ExactSimplex.minimise(b, columns);
                LpResult result = model.solve(Simplex.PRIMAL, soon());
                assertThat(result.status()).as("seed %d", seed).isEqualTo(LpStatus.OPTIMAL);
                assertThat(result.objective()).as("seed %d", seed).isCloseTo(exact.value(), within(1e-7));
                double dual = 0;
                for (int i = 0; i < m; i++) {
                    assertThat(result.dual(i)).as("seed %d row %d", seed, i).isLessThanOrEqualTo(1e-9);
                    dual += b[i] * result.dual(i);
                }
                assertThat(dual).as("seed %d: dual objective", seed).isCloseTo(exact.value(), within(1e-7));
                fractional += exact.objective() % exact.denominator() == 0 ? 0 : 1;
            }
        }
        assertThat(fractional).as("optima that are not whole").isGreaterThan(20);
    }

    /** The optimum is convex in the right-hand sides and bounds, with duals and reduced costs as slopes. */
    @Test
    void dualsAndReducedCostsAreSlopesOfTheOptimum() {
        int slopes = 0;
        for (long seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            try (LpModel model = engine().newModel()) {
                int n = 2 + random.nextInt(6);
                int m = 1 + random.nextInt(5);
                double[] rhs = new double[m];
                boolean[] below = new boolean[m];
                for (int j = 0; j < n; j++) {
                    model.addColumn(random.nextGaussian(), 0, 1 + j, NONE, EMPTY);
                }
                for (int i = 0; i < m; i++) {
                    double[] values = random.doubles(n, 0.1, 2).toArray();
                    rhs[i] = n * (0.2 + random.nextDouble());
                    below[i] = random.nextInt(3) > 0;
                    int[] all = IntStream.range(0, n).toArray();
                    rhs[i] = below[i] ? rhs[i] : 0.3 * rhs[i];
                    model.addRow(below[i] ? -INFINITY : rhs[i], below[i] ? rhs[i] : INFINITY, all, values);
                }
                LpResult base = model.solve(Simplex.DUAL, soon());
                if (!base.optimal()) {
                    continue;
                }
                double step = 1e-3;
                for (int i = 0; i < m; i++) {
                    assertThat(base.dual(i) * (below[i] ? 1 : -1))
                            .as("seed %d: sign of dual %d", seed, i)
                            .isLessThanOrEqualTo(1e-9);
                    double[] around = new double[2];
                    for (int side = 0; side < 2; side++) {
                        double moved = rhs[i] + (side == 0 ? -step : step);
                        model.rowBounds(i, below[i] ? -INFINITY : moved, below[i] ? moved : INFINITY);
                        around[side] = model.solve(Simplex.DUAL, soon()).objective();
                    }
                    model.rowBounds(i, below[i] ? -INFINITY : rhs[i], below[i] ? rhs[i] : INFINITY);
                    slopes += assertSlope(around, base.objective(), base.dual(i), step, "seed " + seed + " row " + i);
                }
                for (int j = 0; j < n; j++) {
                    boolean atLower = base.value(j) < 1e-9;
                    if (!atLower && base.value(j) < 1 + j - 1e-9) {
                        assertThat(base.reducedCost(j))
                                .as("seed %d: basic column %d", seed, j)
                                .isCloseTo(0, within(1e-8));
                        continue;
                    }
                    double[] around = new double[2];
                    for (int side = 0; side < 2; side++) {
                        double move = side == 0 ? -step : step;
                        model.columnBounds(j, atLower ? move : 0, atLower ? 1 + j : 1 + j + move);
                        around[side] = model.solve(Simplex.DUAL, soon()).objective();
                    }
                    model.columnBounds(j, 0, 1 + j);
                    slopes += assertSlope(
                            around, base.objective(), base.reducedCost(j), step, "seed " + seed + " column " + j);
                }
            }
        }
        assertThat(slopes)
                .as("differences taken where the optimum has one slope")
                .isGreaterThan(400);
    }

    /** Returns 1 where both sides have the same slope, so that the figure was pinned down and not only bracketed. */
    private static int assertSlope(double[] around, double base, double claimed, double step, String what) {
        double left = (base - around[0]) / step;
        double right = (around[1] - base) / step;
        if (Double.isNaN(left) || Double.isNaN(right)) {
            return 0; // the step left the feasible region
        }
        assertThat(claimed).as(what).isBetween(left - 1e-5, right + 1e-5);
        return right - left < 1e-5 ? 1 : 0;
    }
}
