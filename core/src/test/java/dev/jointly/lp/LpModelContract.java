package dev.jointly.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.lp.LpModel.Simplex;
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

/** What the solver expects of models: that they grow, start warm, refuse nonsense and can be closed. */
abstract class LpModelContract extends LpDualContract {
    /** Whether its models have estimates ({@link LpModel#objectiveWithout}); those that do not answer NaN. */
    protected boolean estimates() {
        return true;
    }

    @Test
    void warmSolvesEqualFreshOnes() {
        int solves = 0;
        int infeasible = 0;
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            GrowingLp lp = new GrowingLp(random);
            try (LpModel model = engine().newModel()) {
                for (int step = 0; step < 25; step++) {
                    Simplex simplex = change(lp, model, random);
                    LpResult warm = model.solve(simplex, soon());
                    LpResult fresh;
                    try (LpModel second = engine().newModel()) {
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
        try (LpModel model = engine().newModel()) {
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
        try (LpModel model = engine().newModel()) {
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
            try (LpModel model = engine().newModel()) {
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
        try (LpModel model = engine().newModel()) {
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
        try (LpModel model = engine().newModel()) {
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
        try (LpModel model = engine().newModel()) {
            model.addColumn(1, 0, 1, NONE, EMPTY);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addColumn(1, 0, 1, new int[] {0}, new double[] {1}));
            assertThatIllegalArgumentException().isThrownBy(() -> model.addRow(0, 1, new int[] {1}, new double[] {1}));
            assertThatIllegalArgumentException().isThrownBy(() -> model.addRow(0, 1, new int[] {0}, EMPTY));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addRow(0, 1, new int[] {0}, new double[] {Double.NaN}));
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
            try (LpModel model = engine().newModel();
                    LpModel without = engine().newModel()) {
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
                assertEstimate(model.objectiveWithout(out, 10_000), truth, "seed " + seed);
                assertEstimate(model.objectiveWithout(NONE, 10_000), before.objective(), "without none, seed " + seed);
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
        assertThat(told).as("guesses with few pivots").isGreaterThan(estimates() ? 200 : -1);
    }

    private void assertEstimate(double told, double expected, String what) {
        if (estimates()) {
            assertThat(told).as(what).isCloseTo(expected, within(1e-7));
        } else {
            assertThat(told).as(what).isNaN();
        }
    }

    @Test
    void withoutAnOptimumThereIsNoGuess() {
        try (LpModel model = engine().newModel()) {
            assertThat(model.objectiveWithout(NONE, 5)).isNaN();
            int x = model.addColumn(-1, 0, 1, NONE, EMPTY);
            assertThat(model.objectiveWithout(new int[] {x}, 5)).isNaN();
            model.addRow(-INFINITY, 4, new int[] {x}, new double[] {1});
            model.solve(Simplex.PRIMAL, soon());
            assertEstimate(model.objectiveWithout(new int[] {x}, 5), 0, "after an optimal solve");
            model.addColumn(-1, 0, 1, NONE, EMPTY);
            assertThat(model.objectiveWithout(new int[] {x}, 5))
                    .as("after a change")
                    .isNaN();
        }
    }

    @Test
    void closesOnceAndRefusesEverythingAfter() {
        LpModel model = engine().newModel();
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
                answers.add(pool.submit(this::packingOptimum));
            }
            for (Future<Double> answer : answers) {
                assertThat(answer.get()).isCloseTo(expected, within(1e-7));
            }
        } finally {
            pool.shutdown();
        }
    }

    private double packingOptimum() {
        try (LpModel model = engine().newModel()) {
            HardPrograms.packing(model, 60, 300, 3);
            return model.solve(Simplex.PRIMAL, soon()).objective();
        }
    }

    @Test
    void aLinearProgramCutShortCanBeFinished() {
        try (LpModel whole = engine().newModel();
                LpModel pieces = engine().newModel()) {
            HardPrograms.packing(whole, 150, 1200, 2);
            HardPrograms.packing(pieces, 150, 1200, 2);
            int cuts = 0;
            LpStatus status;
            do {
                status = pieces.solve(Simplex.PRIMAL, Deadline.after(Duration.ofMillis(10 + 5L * cuts)))
                        .status();
                cuts++;
            } while (status == LpStatus.TIME_LIMIT && cuts < 200);
            Deadline late = Deadline.after(Duration.ofMinutes(1));
            assertThat(pieces.solve(Simplex.PRIMAL, late).objective())
                    .isCloseTo(whole.solve(Simplex.PRIMAL, late).objective(), within(1e-7));
        }
    }
}
