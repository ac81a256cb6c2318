package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.HardPrograms;
import dev.jointly.lp.LpModel.Simplex;
import dev.jointly.lp.LpResult;
import dev.jointly.lp.LpStatus;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a linear program is asked whether to stop depends on its size and its iterations, on no clock. */
final class HighsWatchTest {
    private static final int ANY_SIZE = 1_000_000;

    /** Takes hundreds of iterations. */
    private static HighsModel packing(int small, int unwatched) {
        Highs.load();
        HighsModel model = new HighsModel(small, unwatched);
        HardPrograms.packing(model, 100, 600, 7);
        return model;
    }

    private static Deadline patient() {
        return Deadline.after(Duration.ofHours(1));
    }

    @Test
    void theOptimumIsTheSameHoweverItIsWatched() {
        try (HighsModel never = packing(ANY_SIZE, ANY_SIZE);
                HighsModel later = packing(ANY_SIZE, 20);
                HighsModel always = packing(0, 0)) {
            LpResult expected = never.solve(Simplex.PRIMAL, patient());
            assertThat(expected.iterations()).isGreaterThan(100);
            LpResult watched = always.solve(Simplex.PRIMAL, patient());
            assertThat(watched.objective()).isEqualTo(expected.objective());
            assertThat(watched.iterations()).isEqualTo(expected.iterations());
            LpResult interrupted = later.solve(Simplex.PRIMAL, patient());
            assertThat(interrupted.objective()).isCloseTo(expected.objective(), within(1e-7));
            assertThat(interrupted.iterations()).as("both pieces").isGreaterThan(100);
        }
    }

    @Test
    void aStopIsHeardFromTheGivenIterationOn() {
        assertThat(statusOfStopAtQuestion(20, ANY_SIZE, 20)).isEqualTo(LpStatus.TIME_LIMIT);
        assertThat(statusOfStopAtQuestion(20, 0, 0)).isEqualTo(LpStatus.TIME_LIMIT);
        assertThat(statusOfStopAtQuestion(20, ANY_SIZE, ANY_SIZE)).isEqualTo(LpStatus.OPTIMAL);
    }

    /** Says stop when asked for the so manieth time. */
    private static LpStatus statusOfStopAtQuestion(int number, int small, int unwatched) {
        AtomicInteger asked = new AtomicInteger();
        Deadline deadline = Deadline.after(Duration.ofHours(1), () -> asked.incrementAndGet() >= number);
        try (HighsModel model = packing(small, unwatched)) {
            return model.solve(Simplex.PRIMAL, deadline).status();
        }
    }

    /** Not even a trial of a few pivots is begun after the stop, and the model stays as it is. */
    @Test
    void trialsHeedTheDeadlineOfTheLastSolve() {
        AtomicBoolean stopped = new AtomicBoolean();
        try (HighsModel model = packing(ANY_SIZE, ANY_SIZE)) {
            double optimum = model.solve(Simplex.PRIMAL, Deadline.after(Duration.ofHours(1), stopped::get))
                    .objective();
            int[] some = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
            assertThat(model.objectiveWithout(some, 50)).isGreaterThanOrEqualTo(optimum - 1e-7);
            stopped.set(true);
            assertThat(model.objectiveWithout(some, 50)).isNaN();
            LpResult again = model.solve(Simplex.DUAL, patient());
            assertThat(again.objective()).isCloseTo(optimum, within(1e-7));
        }
    }
}
