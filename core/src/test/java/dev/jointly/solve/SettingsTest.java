package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.WorkLimit;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Every setting is range-checked, and every one makes a difference when it is changed: none is declared and unread. */
class SettingsTest {
    private static final Numerics USUAL = Numerics.defaults();
    private static final WorkLimit NO_WORK = new WorkLimit(0, 0);

    private final Solver solver = new Solver(new HighsEngine());

    @Test
    void refusalsNameTheValueAndTheRange() {
        assertThatThrownBy(() -> Settings.defaults().withGap(-0.1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("gap is -0.1 but must be from 0 to below 1");
        assertThatThrownBy(() -> Settings.defaults().withThreads(0)).hasMessageContaining("threads is 0");
        assertThatThrownBy(() -> Settings.defaults().withTimeLimit(Duration.ofSeconds(-1)))
                .hasMessageContaining("timeLimit is PT-1S");
        assertThatThrownBy(() -> new Numerics(Double.NaN, 1e-6, 1e-8, 1e-5, 10, 20, 150, 10, NO_WORK))
                .hasMessageContaining("reducedCostTolerance is NaN");
        assertThatThrownBy(() -> new Numerics(1e-6, 1, 1e-8, 1e-5, 10, 20, 150, 10, NO_WORK))
                .hasMessageContaining("rowViolationTolerance is 1.0");
        assertThatThrownBy(() -> new Numerics(1e-6, 1e-6, 0, 1e-5, 10, 20, 150, 10, NO_WORK))
                .hasMessageContaining("tightTolerance is 0.0");
        assertThatThrownBy(() -> new Numerics(1e-6, 1e-6, 1e-8, 0.1, 10, 20, 150, 10, NO_WORK))
                .hasMessageContaining("rowBias is 0.1");
        assertThatThrownBy(() -> new Numerics(1e-6, 1e-6, 1e-8, 1e-5, 30, 20, 150, 10, NO_WORK))
                .hasMessageContaining("rowGridBits is 30");
        assertThatThrownBy(() -> new Numerics(1e-6, 1e-6, 1e-8, 1e-5, 10, -1, 150, 10, NO_WORK))
                .hasMessageContaining("lambdaGridBits is -1");
        assertThatThrownBy(() -> Numerics.defaults().withSubgradientSteps(-1, 10))
                .hasMessageContaining("rootSubgradientSteps is -1");
        assertThatThrownBy(() -> Numerics.defaults().withSubgradientSteps(150, 10_001))
                .hasMessageContaining("subgradientStepsPerRound is 10001");
        assertThatThrownBy(() -> new Numerics(1e-6, 1e-6, 1e-8, 1e-5, 10, 20, 150, 10, new WorkLimit(1_000_001, 5)))
                .hasMessageContaining("finishLimit is WorkLimit[steps=1000001, simplexIterations=5]");
        assertThatThrownBy(() -> new Numerics(1e-6, 1e-6, 1e-8, 1e-5, 10, 20, 150, 10, WorkLimit.NONE))
                .hasMessageContaining("finishLimit is WorkLimit[steps=" + Long.MAX_VALUE);
        assertThatThrownBy(() -> new Numerics(1e-6, 1e-6, 1e-8, 1e-5, 10, 20, 150, 10, new WorkLimit(5, 1_000_000_001)))
                .hasMessageContaining("finishLimit is WorkLimit[steps=5, simplexIterations=1000000001]");
        assertThatThrownBy(() -> new WorkLimit(-1, 5)).hasMessageContaining("-1 steps");
        assertThatThrownBy(() -> new WorkLimit(5, -1)).hasMessageContaining("-1 simplex iterations");
    }

    @Test
    void reducedCostToleranceIsRead() {
        differs(n -> new Numerics(
                1e-2,
                n.rowViolationTolerance(),
                1e-2,
                n.rowBias(),
                n.rowGridBits(),
                n.lambdaGridBits(),
                n.rootSubgradientSteps(),
                n.subgradientStepsPerRound(),
                n.finishLimit()));
    }

    @Test
    void rowViolationToleranceIsRead() {
        differs(n -> new Numerics(
                n.reducedCostTolerance(),
                1e-2,
                1e-6,
                n.rowBias(),
                n.rowGridBits(),
                n.lambdaGridBits(),
                n.rootSubgradientSteps(),
                n.subgradientStepsPerRound(),
                n.finishLimit()));
    }

    @Test
    void polishToleranceIsRead() {
        // coarse tolerances leave the proof unfinished; what finishes it, or not, is the polish
        UnaryOperator<Numerics> coarse = n -> new Numerics(
                1e-2,
                1e-2,
                1e-2,
                n.rowBias(),
                10,
                20,
                n.rootSubgradientSteps(),
                n.subgradientStepsPerRound(),
                n.finishLimit());
        UnaryOperator<Numerics> polished = n -> new Numerics(
                1e-2,
                1e-2,
                1e-8,
                n.rowBias(),
                10,
                20,
                n.rootSubgradientSteps(),
                n.subgradientStepsPerRound(),
                n.finishLimit());
        assertThat(fingerprints(coarse)).isNotEqualTo(fingerprints(polished));
    }

    @Test
    void rowBiasIsRead() {
        differs(n -> new Numerics(
                n.reducedCostTolerance(),
                n.rowViolationTolerance(),
                n.tightTolerance(),
                0,
                n.rowGridBits(),
                n.lambdaGridBits(),
                n.rootSubgradientSteps(),
                n.subgradientStepsPerRound(),
                n.finishLimit()));
    }

    @Test
    void rowGridBitsAreRead() {
        differs(n -> new Numerics(
                n.reducedCostTolerance(),
                n.rowViolationTolerance(),
                n.tightTolerance(),
                n.rowBias(),
                0,
                n.lambdaGridBits(),
                n.rootSubgradientSteps(),
                n.subgradientStepsPerRound(),
                n.finishLimit()));
    }

    @Test
    void lambdaGridBitsAreRead() {
        differs(n -> new Numerics(
                n.reducedCostTolerance(),
                n.rowViolationTolerance(),
                n.tightTolerance(),
                n.rowBias(),
                n.rowGridBits(),
                3,
                n.rootSubgradientSteps(),
                n.subgradientStepsPerRound(),
                n.finishLimit()));
    }

    @Test
    void stepsAreRead() {
        differs(n -> n.withSubgradientSteps(7, n.subgradientStepsPerRound()));
        assertThat(fingerprints(n -> n.withSubgradientSteps(0, 0)))
                .isNotEqualTo(fingerprints(n -> n.withSubgradientSteps(0, 10)));
    }

    @Test
    void finishLimitIsRead() {
        List<WorkLimit> given = new ArrayList<>();
        HighsEngine highs = new HighsEngine();
        LpEngine watching = new LpEngine() {
            @Override
            public String name() {
                return highs.name();
            }

            @Override
            public LpModel newModel() {
                return highs.newModel();
            }

            @Override
            public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
                given.add(limit);
                return highs.solve(program, limit, deadline);
            }
        };
        // a tree large enough for the integer program over its columns to be tried
        Problem problem = Generator.generate("many nodes", 5, Crowding.DENSE, 100_003);
        Numerics numerics = new Numerics(1e-6, 1e-6, 1e-8, 1e-5, 10, 20, 150, 10, new WorkLimit(48, 960));
        new Solver(watching)
                .solve(problem, Settings.defaults().withMethod(Method.PCG).withNumerics(numerics));
        assertThat(given).contains(new WorkLimit(48, 960)).allSatisfy(limit -> {
            assertThat(limit.steps()).isBetween(1L, 48L);
            assertThat(limit.simplexIterations()).isEqualTo(20 * limit.steps());
        });
    }

    @Test
    void timeLimitAndGapAreRead() {
        Problem problem = problem(5);
        Settings settings = Settings.defaults();
        assertThat(solver.solve(problem, settings.withTimeLimit(Duration.ZERO)).iterations())
                .isZero();
        assertThat(solver.solve(problem, settings.withGap(0.9)).iterations())
                .isLessThan(solver.solve(problem, settings).iterations());
    }

    private void differs(UnaryOperator<Numerics> change) {
        assertThat(fingerprints(change)).isNotEqualTo(fingerprints(n -> n));
    }

    private List<String> fingerprints(UnaryOperator<Numerics> change) {
        List<String> prints = new ArrayList<>();
        for (Solution s : solutions(change)) {
            prints.add(s.iterations() + " " + s.skeletons() + " " + s.localAssignments() + " " + s.rows() + " "
                    + s.lowerBound() + " " + s.proof().scaleBits());
        }
        return prints;
    }

    private List<Solution> solutions(UnaryOperator<Numerics> change) {
        List<Solution> solutions = new ArrayList<>();
        for (long seed = 1; seed <= 12; seed++) {
            // the method that reads them all
            Settings settings = Settings.defaults().withMethod(Method.BCG).withNumerics(change.apply(USUAL));
            solutions.add(solver.solve(problem(seed), settings));
        }
        return solutions;
    }

    private static Problem problem(long seed) {
        return Generator.generate("p", 4, Crowding.ADVERSARIAL, seed, 8);
    }
}
