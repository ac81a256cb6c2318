package dev.jointly.lp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.lp.FaultyEngine.Fault;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.highs.HighsEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

final class RebuildingModelTest {
    private static final LpEngine REAL = new HighsEngine();
    private static final Set<LpStatus> IMPOSSIBLE = EnumSet.of(LpStatus.INFEASIBLE, LpStatus.UNBOUNDED);

    private final List<String> troubles = new ArrayList<>();

    private static Deadline soon() {
        return Deadline.after(Duration.ofSeconds(60));
    }

    private RebuildingModel over(LpEngine engine) {
        return new RebuildingModel(engine, IMPOSSIBLE, troubles::add);
    }

    /** Wraps the engine so that the first solve of the process goes wrong and no other. */
    private static LpEngine onceFaulty(Fault fault) {
        FaultyEngine always = new FaultyEngine(REAL, 1, 1, EnumSet.of(fault));
        return new LpEngine() {
            private boolean first = true;

            @Override
            public String name() {
                return "once faulty";
            }

            @Override
            public LpModel newModel() {
                LpEngine engine = first ? always : REAL;
                first = false;
                return engine.newModel();
            }

            @Override
            public IntegerResult solve(IntegerProgram program, WorkLimit limit, Deadline deadline) {
                return REAL.solve(program, limit, deadline);
            }
        };
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAILED", "INFEASIBLE", "UNBOUNDED", "SOLVE_THROWS", "NEW_MODEL_THROWS", "NAN_DUALS", "WRONG_SIZES"
            })
    void recoversFromAFaultSeenOnce(Fault fault) {
        try (RebuildingModel model = over(onceFaulty(fault))) {
            GrowingLp lp = new GrowingLp(new Random(4));
            for (int i = 0; i < 4; i++) {
                lp.addColumn(model);
                lp.addRow(model);
            }
            lp.changeCost(model);
            LpResult result = model.solve(Simplex.PRIMAL, soon());
            lp.assertOptimal(result, 4);
            assertThat(troubles).hasSize(1);
            lp.addColumn(model);
            lp.assertOptimal(model.solve(Simplex.PRIMAL, soon()), 4);
            assertThat(troubles).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"FAILED", "INFEASIBLE", "UNBOUNDED", "SOLVE_THROWS", "NEW_MODEL_THROWS", "NAN_DUALS", "WRONG_SIZES"
            })
    void faultsThatPersistAreFailuresAndNeverExceptions(Fault fault) {
        try (RebuildingModel model = over(new FaultyEngine(REAL, 1, 1, EnumSet.of(fault)))) {
            GrowingLp lp = new GrowingLp(new Random(4));
            lp.addColumn(model);
            lp.addRow(model);
            troubles.clear();
            for (int i = 0; i < 3; i++) {
                assertThat(model.solve(Simplex.PRIMAL, soon()).status()).isEqualTo(LpStatus.FAILED);
                lp.addColumn(model);
            }
            assertThat(troubles).hasSize(6);
        }
    }

    @Test
    void replaysARandomHistoryFaithfully() {
        int failed = 0;
        int solved = 0;
        for (long seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            GrowingLp lp = new GrowingLp(random);
            EnumSet<Fault> faults = Fault.evident();
            faults.remove(Fault.INFEASIBLE); // may be the truth here
            OpenModels engine = new OpenModels(new FaultyEngine(REAL, seed, 0.3, faults));
            try (RebuildingModel model = new RebuildingModel(engine, Set.of(LpStatus.UNBOUNDED), troubles::add)) {
                lp.addColumn(model);
                for (int step = 0; step < 20; step++) {
                    switch (random.nextInt(4)) {
                        case 0 -> lp.addColumn(model);
                        case 1 -> lp.addRow(model);
                        case 2 -> lp.changeCost(model);
                        default -> lp.changeBounds(model);
                    }
                    LpResult result = model.solve(Simplex.DUAL, soon());
                    if (result.status() == LpStatus.FAILED) {
                        failed++;
                        continue;
                    }
                    solved++;
                    try (LpModel fresh = REAL.newModel()) {
                        lp.tell(fresh);
                        LpResult expected = fresh.solve(Simplex.DUAL, soon());
                        assertThat(result.status()).as("seed %d", seed).isEqualTo(expected.status());
                        if (expected.optimal()) {
                            lp.assertOptimal(result, seed);
                            assertThat(result.objective())
                                    .as("seed %d", seed)
                                    .isCloseTo(expected.objective(), within(1e-7));
                        }
                    }
                }
            }
            assertThat(engine.open).as("seed %d: models left open", seed).isZero();
            assertThat(engine.made).as("seed %d: models made", seed).isGreaterThan(1);
        }
        assertThat(failed).isPositive();
        assertThat(solved).isGreaterThan(3 * failed);
        assertThat(troubles).hasSizeGreaterThan(2 * failed);
    }

    @Test
    void aTimeLimitIsNoTrouble() {
        try (RebuildingModel model = over(new FaultyEngine(REAL, 1, 1, EnumSet.of(Fault.TIME_LIMIT)))) {
            model.addColumn(1, 0, 1, new int[0], new double[0]);
            assertThat(model.solve(Simplex.PRIMAL, soon()).status()).isEqualTo(LpStatus.TIME_LIMIT);
            assertThat(troubles).isEmpty();
        }
    }

    @Test
    void statusesNotDeclaredImpossiblePass() {
        try (RebuildingModel model = new RebuildingModel(REAL, Set.of(), troubles::add)) {
            model.addColumn(-1, 0, Double.POSITIVE_INFINITY, new int[0], new double[0]);
            assertThat(model.solve(Simplex.PRIMAL, soon()).status()).isEqualTo(LpStatus.UNBOUNDED);
            assertThat(troubles).isEmpty();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RebuildingModel(REAL, Set.of(LpStatus.TIME_LIMIT), troubles::add));
    }

    @Test
    void passesAGuessOn() {
        try (RebuildingModel model = over(REAL)) {
            int row = model.addRow(-1, 1, new int[0], new double[0]);
            int x = model.addColumn(-2, 0, Double.POSITIVE_INFINITY, new int[] {row}, new double[] {1});
            int y = model.addColumn(-1, 0, Double.POSITIVE_INFINITY, new int[] {row}, new double[] {1});
            assertThat(model.solve(Simplex.PRIMAL, soon()).objective()).isCloseTo(-2, within(1e-9));
            assertThat(model.objectiveWithout(new int[] {x}, 100)).isCloseTo(-1, within(1e-9));
            assertThat(model.objectiveWithout(new int[] {x, y}, 100)).isCloseTo(0, within(1e-9));
            assertThat(model.solve(Simplex.PRIMAL, soon()).objective()).isCloseTo(-2, within(1e-9));
            assertThat(troubles).isEmpty();
        }
    }

    /** No guess is worth an exception; and who knows what is left of a model that threw one. */
    @Test
    void aGuessThatThrowsIsNoGuessAndTheModelIsMadeAnew() {
        OpenModels engine = new OpenModels(new FaultyEngine(REAL, 1, 1, EnumSet.of(Fault.GUESS_THROWS)));
        try (RebuildingModel model = over(engine)) {
            GrowingLp lp = new GrowingLp(new Random(4));
            for (int i = 0; i < 4; i++) {
                lp.addColumn(model);
                lp.addRow(model);
            }
            lp.assertOptimal(model.solve(Simplex.PRIMAL, soon()), 4);
            assertThat(model.objectiveWithout(new int[] {0}, 5)).isNaN();
            assertThat(troubles).singleElement().asString().contains("injected: guess");
            assertThat(model.objectiveWithout(new int[] {0}, 5))
                    .as("no model left to ask")
                    .isNaN();
            assertThat(engine.made).isEqualTo(1);
            lp.assertOptimal(model.solve(Simplex.PRIMAL, soon()), 4);
            assertThat(engine.made).isEqualTo(2);
            assertThat(troubles).hasSize(1);
        }
        assertThat(engine.open).isZero();
    }

    @Test
    void wrongArgumentsAreTheCallersAndChangeNothing() {
        try (RebuildingModel model = over(REAL)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> model.addColumn(1, 0, 1, new int[] {0}, new double[] {1}));
            assertThatIllegalArgumentException().isThrownBy(() -> model.columnCost(0, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> model.rowBounds(0, 0, 1));
            assertThat(model.columns()).isZero();
            assertThat(model.solve(Simplex.PRIMAL, soon()).objective()).isZero();
            assertThat(troubles).isEmpty();
        }
    }

    @Test
    void closesOnceAndRefusesEverythingAfter() {
        OpenModels engine = new OpenModels(REAL);
        RebuildingModel model = over(engine);
        model.close();
        model.close();
        assertThat(engine.open).isZero();
        assertThatIllegalStateException().isThrownBy(() -> model.solve(Simplex.PRIMAL, soon()));
        assertThatIllegalStateException().isThrownBy(() -> model.addRow(0, 1, new int[0], new double[0]));
        assertThatIllegalStateException().isThrownBy(() -> model.objectiveWithout(new int[0], 1));
        assertThatIllegalStateException().isThrownBy(model::columns);
    }

    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = Mode.EXCLUDE, names = "NEW_MODEL_THROWS")
    void everyFaultOfTheFixtureShowsSomewhere(Fault fault) {
        FaultyEngine engine = new FaultyEngine(REAL, 5, 1, EnumSet.of(fault));
        try (LpModel model = engine.newModel()) {
            GrowingLp lp = new GrowingLp(new Random(8));
            for (int i = 0; i < 3; i++) {
                lp.addColumn(model);
                lp.addRow(model);
            }
            try {
                model.solve(Simplex.PRIMAL, soon());
                model.objectiveWithout(new int[0], 5);
            } catch (IllegalStateException e) {
                assertThat(fault).isIn(Fault.SOLVE_THROWS, Fault.GUESS_THROWS);
            }
        }
        IntegerProgram program = new IntegerProgram();
        int a = program.addBinary(-1);
        int b = program.addBinary(-1);
        program.atMost(1, new int[] {a, b});
        IntegerResult honest = REAL.solve(program, WorkLimit.NONE, soon());
        boolean different;
        try {
            IntegerResult result = engine.solve(program, WorkLimit.NONE, soon());
            different = result.status() != honest.status()
                    || result.objective() != honest.objective()
                    || !Arrays.equals(result.values(), honest.values());
        } catch (IllegalStateException e) {
            different = true;
        }
        boolean linearOnly = EnumSet.of(
                        Fault.NAN_DUALS,
                        Fault.NOISY_DUALS,
                        Fault.WRONG_VALUES,
                        Fault.GUESS_THROWS,
                        Fault.GUESS_NAN,
                        Fault.GUESS_NONSENSE)
                .contains(fault);
        assertThat(different).isEqualTo(!linearOnly);
        assertThat(engine.injected().get(fault)).isPositive();
    }

    /** Counts what it makes and what of it is still open. */
    private static final class OpenModels extends ForwardingEngine {
        int made;
        int open;

        OpenModels(LpEngine engine) {
            super(engine);
        }

        @Override
        public LpModel newModel() {
            LpModel model = super.newModel();
            made++;
            open++;
            return new ForwardingModel(model) {
                @Override
                public void close() {
                    open--;
                    super.close();
                }
            };
        }
    }
}
