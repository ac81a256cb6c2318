package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.GrowingLp;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HighsModelTest {
    private static final LpEngine ENGINE = new HighsEngine();
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final int[] NONE = {};
    private static final double[] EMPTY = {};

    private static Deadline soon() {
        return Deadline.after(Duration.ofSeconds(60));
    }

    @Test
    void namesItsVersion() {
        assertThat(ENGINE.name()).matches("HiGHS \\d+\\.\\d+\\.\\d+");
    }

    /** min -x - 2y, x + y <= 4, x <= 3, y <= 2: one more on the right is worth -1, and y's bound is worth -1. */
    @Test
    void dualsAndReducedCostsOfAProgramSolvedByHand() {
        try (LpModel model = ENGINE.newModel()) {
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

    /** The optimum is convex in the right-hand sides and bounds, with duals and reduced costs as slopes. */
    @Test
    void dualsAndReducedCostsAreSlopesOfTheOptimum() {
        int slopes = 0;
        for (long seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            try (LpModel model = ENGINE.newModel()) {
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

    @Test
    void warmSolvesEqualFreshOnes() {
        int solves = 0;
        int infeasible = 0;
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            GrowingLp lp = new GrowingLp(random);
            try (LpModel model = ENGINE.newModel()) {
                for (int step = 0; step < 25; step++) {
                    Simplex simplex = change(lp, model, random);
                    LpResult warm = model.solve(simplex, soon());
                    LpResult fresh;
                    try (LpModel second = ENGINE.newModel()) {
                        lp.tell(second);
                        fresh = second.solve(Simplex.DUAL, soon());
                    }
                    assertThat(warm.status()).as("seed %d step %d", seed, step).isEqualTo(fresh.status());
                    solves++;
                    if (warm.optimal()) {
                        lp.assertOptimal(warm, seed);
                        assertThat(warm.objective())
                                .as("seed %d step %d", seed, step)
                                .isCloseTo(fresh.objective(), within(1e-7));
                    } else {
                        assertThat(warm.status())
                                .as("seed %d step %d", seed, step)
                                .isEqualTo(LpStatus.INFEASIBLE);
                        infeasible++;
                    }
                }
            }
        }
        assertThat(infeasible).as("of %d programs", solves).isBetween(1, solves / 2);
    }

    private static Simplex change(GrowingLp lp, LpModel model, Random random) {
        int kind = lp.columns() == 0 ? 0 : random.nextInt(7);
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            switch (kind) {
                case 0, 1 -> lp.addColumn(model);
                case 2, 3 -> lp.addRow(model);
                case 4 -> lp.changeCost(model);
                case 5 -> lp.changeBounds(model);
                default -> {
                    // mixed, in an order that must be kept
                    lp.addRow(model);
                    lp.addColumn(model);
                    lp.addRow(model);
                    lp.changeCost(model);
                }
            }
        }
        return kind <= 1 || kind == 4 ? Simplex.PRIMAL : Simplex.DUAL;
    }

    @Test
    void goesOnFromTheOldBasis() {
        try (LpModel model = ENGINE.newModel()) {
            HardPrograms.packing(model, 120, 900, 7);
            LpResult first = model.solve(Simplex.PRIMAL, soon());
            assertThat(first.iterations()).isGreaterThan(50);
            LpResult again = model.solve(Simplex.PRIMAL, soon());
            assertThat(again.iterations()).isZero();
            assertThat(again.objective()).isCloseTo(first.objective(), within(1e-9));
            double worth = first.dual(1) + first.dual(5) + first.dual(9);
            model.addColumn(worth - 0.1, 0, INFINITY, new int[] {1, 5, 9}, new double[] {1, 1, 1});
            LpResult more = model.solve(Simplex.PRIMAL, soon());
            assertThat(more.iterations()).isBetween(1L, first.iterations() / 2);
        }
    }

    @Test
    void resultsAreSnapshots() {
        try (LpModel model = ENGINE.newModel()) {
            int x = model.addColumn(-1, 0, 5, NONE, EMPTY);
            model.addRow(-INFINITY, 2, new int[] {x}, new double[] {1});
            LpResult before = model.solve(Simplex.PRIMAL, soon());
            model.rowBounds(0, -INFINITY, 3);
            model.solve(Simplex.DUAL, soon());
            assertThat(before.value(x)).isCloseTo(2, within(1e-9));
        }
    }

    @Test
    void tellsInfeasibleAndUnboundedApart() {
        for (Simplex simplex : Simplex.values()) {
            try (LpModel model = ENGINE.newModel()) {
                int x = model.addColumn(-1, 0, INFINITY, NONE, EMPTY);
                int y = model.addColumn(0, 0, INFINITY, NONE, EMPTY);
                model.addRow(-INFINITY, 1, new int[] {x, y}, new double[] {1, -1});
                assertThat(model.solve(simplex, soon()).status()).isEqualTo(LpStatus.UNBOUNDED);
                model.addRow(-INFINITY, -1, new int[] {x, y}, new double[] {1, 1});
                assertThat(model.solve(simplex, soon()).status()).isEqualTo(LpStatus.INFEASIBLE);
                model.rowBounds(1, -INFINITY, 3);
                assertThat(model.solve(simplex, soon()).objective()).isCloseTo(-2, within(1e-9));
                model.columnBounds(y, 5, 4);
                assertThat(model.solve(simplex, soon()).status()).isEqualTo(LpStatus.INFEASIBLE);
            }
        }
    }

    @Test
    void answersModelsWithoutRowsOrColumns() {
        try (LpModel model = ENGINE.newModel()) {
            assertThat(model.solve(Simplex.PRIMAL, soon()).objective()).isZero();
            model.addRow(-1, 1, NONE, EMPTY);
            LpResult rowsOnly = model.solve(Simplex.DUAL, soon());
            assertThat(rowsOnly.status()).isEqualTo(LpStatus.OPTIMAL);
            assertThat(rowsOnly.fits(0, 1)).isTrue();
            model.rowBounds(0, 1, 2);
            assertThat(model.solve(Simplex.DUAL, soon()).status()).isEqualTo(LpStatus.INFEASIBLE);
            int x = model.addColumn(2, 0, INFINITY, new int[] {0}, new double[] {1});
            LpResult both = model.solve(Simplex.PRIMAL, soon());
            assertThat(both.objective()).isCloseTo(2, within(1e-9));
            assertThat(both.value(x)).isCloseTo(1, within(1e-9));
        }
        try (LpModel model = ENGINE.newModel()) {
            int up = model.addColumn(-2, -1, 3, NONE, EMPTY);
            int down = model.addColumn(1, -4, INFINITY, NONE, EMPTY);
            int idle = model.addColumn(0, 2, INFINITY, NONE, EMPTY);
            LpResult result = model.solve(Simplex.PRIMAL, soon());
            assertThat(result.objective()).isEqualTo(-10);
            assertThat(new double[] {result.value(up), result.value(down), result.value(idle)})
                    .containsExactly(3, -4, 2);
            assertThat(result.reducedCost(up)).isEqualTo(-2);
            model.columnCost(idle, -1);
            assertThat(model.solve(Simplex.PRIMAL, soon()).status()).isEqualTo(LpStatus.UNBOUNDED);
            model.columnBounds(up, 1, 0);
            assertThat(model.solve(Simplex.PRIMAL, soon()).status()).isEqualTo(LpStatus.INFEASIBLE);
        }
    }

    @Test
    void rejectsWhatWouldCrashOrMislead() {
        try (LpModel model = ENGINE.newModel()) {
            model.addColumn(1, 0, 1, NONE, EMPTY);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addColumn(1, 0, 1, new int[] {0}, new double[] {1}))
                    .withMessageContaining("row 0 does not exist");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addRow(0, 1, new int[] {1}, new double[] {1}))
                    .withMessageContaining("column 1 does not exist");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addRow(0, 1, new int[] {0}, EMPTY))
                    .withMessageContaining("1 indices but 0 values");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addRow(0, 1, new int[] {0}, new double[] {Double.NaN}))
                    .withMessageContaining("NaN");
            assertThatIllegalArgumentException().isThrownBy(() -> model.columnCost(0, INFINITY));
            assertThatIllegalArgumentException().isThrownBy(() -> model.columnBounds(0, Double.NaN, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> model.columnBounds(0, INFINITY, INFINITY));
            assertThatIllegalArgumentException().isThrownBy(() -> model.rowBounds(0, 0, 1));
            assertThat(model.columns()).isEqualTo(1);
            assertThat(model.rows()).isZero();
        }
    }

    /** Whatever the columns' bounds: a guess leaves no trace, and with pivots enough it is the truth. */
    @Test
    void aGuessWithoutSomeColumnsLeavesTheModelAsItWas() {
        int rose = 0;
        int told = 0;
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int n = 3 + random.nextInt(12);
            int m = 2 + random.nextInt(8);
            boolean bounded = seed % 3 == 0;
            double[] upper = new double[n];
            try (LpModel model = ENGINE.newModel();
                    LpModel without = ENGINE.newModel()) {
                for (int i = 0; i < m; i++) {
                    model.addRow(-INFINITY, 1, NONE, EMPTY);
                    without.addRow(-INFINITY, 1, NONE, EMPTY);
                }
                int[] out = IntStream.range(0, n)
                        .filter(j -> random.nextInt(3) == 0)
                        .toArray();
                for (int j = 0; j < n; j++) {
                    int column = j;
                    upper[j] = bounded ? 0.2 + random.nextDouble() : INFINITY;
                    int[] rows = IntStream.range(0, m)
                            .filter(i -> i == column % m || random.nextInt(3) == 0)
                            .toArray();
                    double[] ones = IntStream.of(rows).mapToDouble(i -> 1).toArray();
                    double cost = -random.nextDouble();
                    boolean fixed = IntStream.of(out).anyMatch(o -> o == column);
                    model.addColumn(cost, 0, upper[j], rows, ones);
                    without.addColumn(cost, 0, fixed ? 0 : upper[j], rows, ones);
                }
                LpResult before = model.solve(Simplex.PRIMAL, soon());
                double truth = without.solve(Simplex.PRIMAL, soon()).objective();
                double few = model.objectiveWithout(out, random.nextInt(4));
                if (!Double.isNaN(few)) {
                    told++;
                    assertThat(few)
                            .as("seed %d: no better than now", seed)
                            .isGreaterThanOrEqualTo(before.objective() - 1e-7);
                    assertThat(few).as("seed %d: no worse than the truth", seed).isLessThanOrEqualTo(truth + 1e-7);
                }
                assertThat(model.objectiveWithout(out, 10_000))
                        .as("seed %d", seed)
                        .isCloseTo(truth, within(1e-7));
                assertThat(model.objectiveWithout(NONE, 10_000))
                        .as("seed %d: without none", seed)
                        .isCloseTo(before.objective(), within(1e-7));
                LpResult after = model.solve(Simplex.DUAL, soon());
                assertThat(after.objective()).as("seed %d", seed).isCloseTo(before.objective(), within(1e-9));
                assertThat(after.iterations())
                        .as("seed %d: from the basis of before", seed)
                        .isZero();
                for (int j = 0; j < n; j++) {
                    model.columnCost(j, -1);
                }
                double free = model.solve(Simplex.PRIMAL, soon()).objective();
                for (int j = 0; j < n; j++) {
                    model.columnBounds(j, 0, upper[j]);
                }
                assertThat(model.solve(Simplex.DUAL, soon()).objective())
                        .as("seed %d: the bounds are those of before", seed)
                        .isCloseTo(free, within(1e-9));
                rose += truth > before.objective() + 1e-6 ? 1 : 0;
            }
        }
        assertThat(rose).as("guesses above the optimum").isGreaterThan(150);
        assertThat(told).as("guesses with few pivots").isGreaterThan(200);
    }

    @Test
    void withoutAnOptimumThereIsNoGuess() {
        try (LpModel model = ENGINE.newModel()) {
            assertThat(model.objectiveWithout(NONE, 5)).isNaN();
            int x = model.addColumn(-1, 0, 1, NONE, EMPTY);
            assertThat(model.objectiveWithout(new int[] {x}, 5)).isNaN();
            model.addRow(-INFINITY, 4, new int[] {x}, new double[] {1});
            model.solve(Simplex.PRIMAL, soon());
            assertThat(model.objectiveWithout(new int[] {x}, 5)).isCloseTo(0, within(1e-9));
            model.addColumn(-1, 0, 1, NONE, EMPTY);
            assertThat(model.objectiveWithout(new int[] {x}, 5))
                    .as("after a change")
                    .isNaN();
        }
    }

    @Test
    void aModelHiGhsRefusesStaysRefused() {
        try (LpModel model = ENGINE.newModel()) {
            int x = model.addColumn(1, 0, 1, NONE, EMPTY);
            model.addRow(0, 1, new int[] {x, x}, new double[] {1, 1});
            assertThatIllegalStateException()
                    .isThrownBy(() -> model.solve(Simplex.DUAL, soon()))
                    .withMessageContaining("refused addRows");
            assertThatIllegalStateException()
                    .isThrownBy(() -> model.solve(Simplex.DUAL, soon()))
                    .withMessageContaining("make a new one");
        }
    }

    @Test
    void closesOnceAndRefusesEverythingAfter() {
        LpModel model = ENGINE.newModel();
        model.addColumn(1, 0, 1, NONE, EMPTY);
        model.close();
        model.close();
        assertThatIllegalStateException().isThrownBy(model::columns).withMessageContaining("closed");
        assertThatIllegalStateException().isThrownBy(model::rows);
        assertThatIllegalStateException().isThrownBy(() -> model.addColumn(1, 0, 1, NONE, EMPTY));
        assertThatIllegalStateException().isThrownBy(() -> model.addRow(0, 1, NONE, EMPTY));
        assertThatIllegalStateException().isThrownBy(() -> model.columnCost(0, 1));
        assertThatIllegalStateException().isThrownBy(() -> model.columnBounds(0, 0, 1));
        assertThatIllegalStateException().isThrownBy(() -> model.rowBounds(0, 0, 1));
        assertThatIllegalStateException().isThrownBy(() -> model.objectiveWithout(NONE, 1));
        assertThatIllegalStateException().isThrownBy(() -> model.solve(Simplex.DUAL, soon()));
    }

    @Test
    void threadsWithModelsOfTheirOwnDoNotDisturbEachOther() throws InterruptedException, ExecutionException {
        double expected = packingOptimum();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<Double>> answers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                answers.add(pool.submit(HighsModelTest::packingOptimum));
            }
            for (Future<Double> answer : answers) {
                assertThat(answer.get()).isCloseTo(expected, within(1e-7));
            }
        } finally {
            pool.shutdown();
        }
    }

    private static double packingOptimum() {
        try (LpModel model = ENGINE.newModel()) {
            HardPrograms.packing(model, 60, 300, 3);
            return model.solve(Simplex.PRIMAL, soon()).objective();
        }
    }
}
