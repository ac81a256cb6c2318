package dev.jointly.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.anatomy.Anatomy;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.WorkLimit;
import dev.jointly.problem.Detection;
import dev.jointly.problem.Micro;
import dev.jointly.problem.PairCosts;
import dev.jointly.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FullLpTest {
    /** Optimal point and duals are feasible and worth the same, checked on the columns themselves. */
    @Test
    void theExactOptimumProvesItself() {
        int fractional = 0;
        for (long seed : Trials.seeds(0, 300, 600)) {
            BruteForce all = BruteForce.of(TinyProblems.random(seed));
            FullLp lp = FullLp.of(all);
            ExactSimplex.Optimum optimum = lp.exact();
            assertProven(lp, optimum, seed);
            int order = optimum.compareTo(all.optimum());
            assertThat(order).as("seed %d: relaxation against optimum", seed).isLessThanOrEqualTo(0);
            fractional += order < 0 ? 1 : 0;
        }
        assertThat(fractional)
                .as("problems with a gap between relaxation and optimum")
                .isGreaterThan(Trials.count(1, 5));
    }

    private static void assertProven(FullLp lp, ExactSimplex.Optimum optimum, long seed) {
        long[] b = lp.rightHandSides();
        long[] activity = new long[b.length];
        long primal = 0;
        for (int j = 0; j < lp.columns().size(); j++) {
            ExactSimplex.Column column = lp.columns().get(j);
            primal += column.cost() * optimum.x()[j];
            long reducedCost = column.cost() * optimum.denominator();
            for (int i = 0; i < column.rows().length; i++) {
                activity[column.rows()[i]] += column.values()[i] * optimum.x()[j];
                reducedCost -= column.values()[i] * optimum.y()[column.rows()[i]];
            }
            assertThat(optimum.x()[j]).as("seed %d: x", seed).isGreaterThanOrEqualTo(0);
            assertThat(reducedCost).as("seed %d: reduced cost", seed).isGreaterThanOrEqualTo(0);
        }
        long dual = 0;
        for (int row = 0; row < b.length; row++) {
            dual += b[row] * optimum.y()[row];
            assertThat(activity[row])
                    .as("seed %d: row %d", seed, row)
                    .isLessThanOrEqualTo(b[row] * optimum.denominator());
            assertThat(optimum.y()[row]).as("seed %d: dual %d", seed, row).isLessThanOrEqualTo(0);
        }
        assertThat(primal).as("seed %d: primal value", seed).isEqualTo(optimum.objective());
        assertThat(dual).as("seed %d: dual value", seed).isEqualTo(optimum.objective());
    }

    /**
     * Three necks, each of which gains from two of three other joints, no two the same two: a skeleton costs 4 - 3 - 3
     * = -2. The optimum has one of them, the relaxation half of each.
     */
    @Test
    void anOddCycleIsHalved() {
        Problem problem = oddCycle();

        assertThat(BruteForce.optimum(problem)).isEqualTo(Micro.of(-2));
        ExactSimplex.Optimum optimum = FullLp.of(problem).exact();
        assertThat(optimum.compareTo(Micro.of(-3))).isZero();
        assertThat(optimum.value()).isEqualTo(-3e6);
        assertThat(FullLp.of(problem).value(new ExactEngine())).isEqualTo(-3.0);
    }

    @Test
    void anEngineIsAskedForTheSame() {
        for (long seed = 0; seed < 60; seed++) {
            FullLp lp = FullLp.of(TinyProblems.random(seed));
            assertThat(lp.value(new ExactEngine()))
                    .as("seed %d", seed)
                    .isEqualTo(lp.exact().value() * 1e-6, within(1e-9));
        }
    }

    @Test
    void anEngineThatFailsIsNoOracle() {
        assertThatThrownBy(() -> FullLp.of(oddCycle()).value(new ExactEngine() {
                    @Override
                    LpResult answer(ExactSimplex.Optimum optimum) {
                        return LpResult.without(LpStatus.FAILED);
                    }
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exact engine ended with FAILED")
                .hasMessageContaining("use exact() instead");
    }

    @Test
    void simplexRefusesWhatItCannotSolve() {
        ExactSimplex.Column falling = new ExactSimplex.Column(-1, new int[] {0}, new int[] {-1});
        assertThatThrownBy(() -> ExactSimplex.minimise(new long[] {1}, List.of(falling)))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("unbounded: variable 0 may grow for ever");
        assertThatThrownBy(() -> ExactSimplex.minimise(new long[] {-1}, List.of(falling)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("right-hand side -1 of row 0 must not be negative");
    }

    private static Problem oddCycle() {
        Anatomy anatomy = Anatomy.of(
                "star",
                List.of("neck", "a", "b", "c"),
                List.of("neck"),
                List.of(List.of("neck", "a"), List.of("neck", "b"), List.of("neck", "c")));
        List<Detection> detections = new ArrayList<>();
        PairCosts.Builder pairs = new PairCosts.Builder();
        for (int neck = 0; neck < 3; neck++) {
            detections.add(Detection.of(0, 0));
        }
        for (int joint = 0; joint < 3; joint++) {
            detections.add(Detection.of(1 + joint, 0));
            pairs.add(joint, 3 + joint, Micro.of(-3)).add((joint + 1) % 3, 3 + joint, Micro.of(-3));
        }
        return new Problem("odd", null, anatomy, Micro.of(4), detections, pairs.build(6, true), List.of());
    }

    /** The engine interface over the exact simplex; it supports just what a full LP needs. */
    private static class ExactEngine implements LpEngine {
        @Override
        public String name() {
            return "exact engine";
        }

        LpResult answer(ExactSimplex.Optimum optimum) {
            return new LpResult(
                    LpStatus.OPTIMAL, optimum.value() * 1e-6, new double[0], new double[0], new double[0], 0);
        }

        @Override
        public LpModel newModel() {
            return new ExactModel(this);
        }

        @Override
        public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
            throw new UnsupportedOperationException("linear programs only");
        }
    }

    private static final class ExactModel implements LpModel {
        private final ExactEngine engine;
        private final List<Long> uppers = new ArrayList<>();
        private final List<ExactSimplex.Column> columns = new ArrayList<>();

        ExactModel(ExactEngine engine) {
            this.engine = engine;
        }

        @Override
        public int columns() {
            return columns.size();
        }

        @Override
        public int rows() {
            return uppers.size();
        }

        @Override
        public int addColumn(double cost, double lower, double upper, int[] rows, double[] values) {
            assertThat(lower).isZero();
            assertThat(upper).isInfinite();
            int[] whole = new int[values.length];
            for (int i = 0; i < values.length; i++) {
                whole[i] = (int) values[i];
            }
            columns.add(new ExactSimplex.Column(Micro.of(cost), rows, whole));
            return columns.size() - 1;
        }

        @Override
        public int addRow(double lower, double upper, int[] columnsOfRow, double[] values) {
            assertThat(lower).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(columnsOfRow).isEmpty();
            uppers.add((long) upper);
            return uppers.size() - 1;
        }

        @Override
        public void columnCost(int column, double cost) {
            throw new UnsupportedOperationException("built once");
        }

        @Override
        public void columnBounds(int column, double lower, double upper) {
            throw new UnsupportedOperationException("built once");
        }

        @Override
        public void rowBounds(int row, double lower, double upper) {
            throw new UnsupportedOperationException("built once");
        }

        @Override
        public LpResult solve(Simplex simplex, Deadline deadline) {
            return engine.answer(ExactSimplex.minimise(
                    uppers.stream().mapToLong(Long::longValue).toArray(), columns));
        }

        @Override
        public void close() {}
    }
}
