package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.BreakingEngine;
import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.RebuildingModel;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.TinyProblems;
import dev.jointly.problem.Problem;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wherever the engine breaks, nobody leaves a model open. */
class OwnershipTest {
    private static final LpEngine REAL = new HighsEngine();

    @ParameterizedTest
    @CsvSource({"PCG,1", "BCG,1", "PCG,2", "BCG,2"})
    void everyModelIsClosedWhicheverCallBreaks(Method method, int threads) {
        Settings settings = Settings.defaults().withMethod(method).withThreads(threads);
        Problem tiny = TinyProblems.gapped(3, 2);
        Problem several = Generator.generate("several", 2, Crowding.ADVERSARIAL, 30);
        for (Problem problem : new Problem[] {tiny, several}) {
            BreakingEngine whole = new BreakingEngine(REAL, 0, null);
            new Solver(whole).solve(problem, settings);
            assertThat(whole.open()).as(problem.id()).isZero();
            assertThat(whole.made()).as(problem.id()).isPositive();
            long step = Math.max(1, whole.calls() / 25);
            for (long at = 1; at <= whole.calls(); at += at < 25 ? 1 : step) {
                assertNothingOpen(problem, settings, at, BreakingEngine.Broken::new);
                assertNothingOpen(problem, settings, at, () -> new IllegalStateException("on purpose"));
            }
        }
    }

    private static void assertNothingOpen(
            Problem problem, Settings settings, long at, Supplier<? extends Throwable> what) {
        BreakingEngine engine = new BreakingEngine(REAL, at, what);
        Throwable thrown = catchThrowable(() -> new Solver(engine).solve(problem, settings));
        assertThat(engine.open())
                .as("%s, broken at call %d, ended with %s", problem.id(), at, thrown)
                .isZero();
        if (what.get() instanceof Error && settings.threads() == 1) {
            assertThat(thrown).isInstanceOf(BreakingEngine.Broken.class);
        }
    }

    /** The listener of troubles is somebody else's code. */
    @Test
    void aListenerThatThrowsLeavesNoModelOpen() {
        for (long at = 1; at <= 6; at++) {
            BreakingEngine engine = new BreakingEngine(REAL, at, () -> new IllegalStateException("on purpose"));
            AtomicInteger heard = new AtomicInteger();
            Throwable thrown = catchThrowable(() -> {
                try (LpModel model = new RebuildingModel(engine, EnumSet.noneOf(LpStatus.class), what -> {
                    heard.incrementAndGet();
                    throw new IllegalArgumentException(what);
                })) {
                    model.addColumn(1, 0, 1, new int[0], new double[0]);
                    model.addRow(0, 1, new int[] {0}, new double[] {1});
                    model.columnCost(0, 2);
                    model.solve(Simplex.PRIMAL, Deadline.after(Duration.ofMinutes(1)));
                }
            });
            assertThat(engine.open()).as("call %d, %s", at, thrown).isZero();
            assertThat(heard.get()).as("call %d", at).isEqualTo(at <= 5 ? 1 : 0);
        }
    }

    /** Twice: the first model fails, and the one that is to replace it breaks while it is told everything again. */
    @Test
    void aModelThatBreaksWhileItIsToldAgainIsClosed() {
        BreakingEngine inner = new BreakingEngine(REAL, 6, BreakingEngine.Broken::new);
        // calls: new model, column, row, solve (which fails outside), new model, column
        BreakingEngine outer = new BreakingEngine(inner, 4, () -> new IllegalStateException("on purpose"));
        Throwable thrown = catchThrowable(() -> {
            try (LpModel model = new RebuildingModel(outer, EnumSet.noneOf(LpStatus.class), what -> {})) {
                model.addColumn(1, 0, 1, new int[0], new double[0]);
                model.addRow(0, 1, new int[] {0}, new double[] {1});
                model.solve(Simplex.PRIMAL, Deadline.after(Duration.ofMinutes(1)));
                model.solve(Simplex.PRIMAL, Deadline.after(Duration.ofMinutes(1)));
            }
        });
        assertThat(thrown).isInstanceOf(BreakingEngine.Broken.class);
        assertThat(inner.made()).isEqualTo(2);
        assertThat(inner.open()).isZero();
        assertThat(outer.open()).isZero();
    }
}
