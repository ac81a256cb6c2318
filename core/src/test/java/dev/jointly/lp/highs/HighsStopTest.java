package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.HardPrograms;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpModel;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.WorkLimit;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Long calls end at the deadline, and soon after somebody says stop. The programs take minutes when left alone. */
final class HighsStopTest {
    private static final LpEngine ENGINE = new HighsEngine();
    /** Between the signal and the end of the call; generous, for machines that do other things too. */
    private static final double PATIENCE = 2.5;

    private static final double SIGNAL = 0.6;

    /** Says stop {@link #SIGNAL} seconds from now, and returns how long the call took. */
    private static double secondsOf(Function<BooleanSupplier, LpStatus> call) {
        long start = System.nanoTime();
        BooleanSupplier stopped = () -> System.nanoTime() - start > SIGNAL * 1e9;
        assertThat(call.apply(stopped)).isEqualTo(LpStatus.TIME_LIMIT);
        return (System.nanoTime() - start) * 1e-9;
    }

    @Tag("timing")
    @Test
    void aLinearProgramStops() {
        try (LpModel model = ENGINE.newModel()) {
            HardPrograms.packing(model, 2500, 25_000, 1);
            double seconds =
                    secondsOf(stopped -> model.solve(Simplex.DUAL, Deadline.after(Duration.ofMinutes(5), stopped))
                            .status());
            assertThat(seconds).isBetween(SIGNAL, SIGNAL + PATIENCE);
            double limited = secondsOf(stopped -> model.solve(Simplex.DUAL, Deadline.after(Duration.ofMillis(500)))
                    .status());
            assertThat(limited).isBetween(0.45, 0.5 + PATIENCE);
        }
    }

    @Tag("timing")
    @Test
    void anIntegerProgramStopsAndKeepsItsBestPoint() {
        IntegerProgram program = HardPrograms.marketSplit(5, 40, 3);
        IntegerResult[] result = new IntegerResult[1];
        double seconds = secondsOf(stopped -> {
            result[0] = ENGINE.solve(program, WorkLimit.NONE, Deadline.after(Duration.ofMinutes(5), stopped));
            return result[0].status();
        });
        assertThat(seconds).isBetween(SIGNAL, SIGNAL + PATIENCE);
        HardPrograms.assertPoint(program, result[0]);
    }

    @Tag("timing")
    @Test
    void anIntegerProgramStopsWithinItsRootRelaxationToo() {
        IntegerProgram program = HardPrograms.integerPacking(2500, 25_000, 1);
        double seconds = secondsOf(stopped -> {
            // short enough that what is left behind does not slow down other tests for long
            Deadline deadline = Deadline.after(Duration.ofSeconds(8), stopped);
            return ENGINE.solve(program, WorkLimit.NONE, deadline).status();
        });
        assertThat(seconds).isBetween(SIGNAL, SIGNAL + PATIENCE);
    }

    @Test
    void aModelInUseRefusesASecondThread() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch stop = new CountDownLatch(1);
        BooleanSupplier stopped = () -> {
            asked.countDown();
            try {
                stop.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return true;
        };
        try (LpModel model = ENGINE.newModel()) {
            HardPrograms.packing(model, 25, 250, 1);
            Thread other = new Thread(() -> model.solve(Simplex.DUAL, Deadline.after(Duration.ofMinutes(5), stopped)));
            other.start();
            asked.await();
            assertThatIllegalStateException()
                    .isThrownBy(() -> model.addRow(0, 1, new int[0], new double[0]))
                    .withMessageContaining("another thread");
            assertThatIllegalStateException().isThrownBy(model::close);
            stop.countDown();
            other.join();
            assertThat(model.addRow(0, 1, new int[0], new double[0])).isEqualTo(25);
        }
    }

    @Tag("timing")
    @Test
    void anIntegerProgramEndsAtTheDeadline() {
        IntegerProgram program = HardPrograms.marketSplit(5, 40, 4);
        IntegerResult[] result = new IntegerResult[1];
        double seconds = secondsOf(stopped -> {
            result[0] = ENGINE.solve(program, WorkLimit.NONE, Deadline.after(Duration.ofMillis(700)));
            return result[0].status();
        });
        assertThat(seconds).isBetween(0.6, 0.7 + PATIENCE);
        HardPrograms.assertPoint(program, result[0]);
    }
}
