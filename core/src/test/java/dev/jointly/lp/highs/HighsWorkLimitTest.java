package dev.jointly.lp.highs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.HardPrograms;
import dev.jointly.lp.IntegerProgram;
import dev.jointly.lp.IntegerResult;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.LpStatus;
import dev.jointly.lp.WorkLimit;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Integer programs end after so much work. Left alone, these would take minutes at least: without limits it would hang. */
@Timeout(300)
final class HighsWorkLimitTest {
    private static final LpEngine ENGINE = new HighsEngine();
    private static final long PLENTY = 1_000_000_000;

    private static IntegerResult solve(IntegerProgram program, long steps, long iterations) {
        return ENGINE.solve(program, new WorkLimit(steps, iterations), Deadline.after(Duration.ofHours(1)));
    }

    @Test
    void stepsAreLimited() {
        IntegerProgram program = HardPrograms.marketSplit(5, 40, 3);
        IntegerResult few = solve(program, 100, PLENTY);
        IntegerResult more = solve(program, 1_000, PLENTY);
        assertThat(few.status()).isEqualTo(LpStatus.WORK_LIMIT);
        assertThat(more.status()).isEqualTo(LpStatus.WORK_LIMIT);
        assertThat(few.nodes()).isLessThanOrEqualTo(100);
        assertThat(more.nodes()).isBetween(few.nodes() + 1, 1_000L);
        assertThat(more.iterations()).isGreaterThan(few.iterations());
        HardPrograms.assertPoint(program, few);
        HardPrograms.assertPoint(program, more);
    }

    @Test
    void iterationsAreLimited() {
        IntegerProgram program = HardPrograms.marketSplit(5, 40, 4);
        IntegerResult few = solve(program, PLENTY, 1_000);
        IntegerResult more = solve(program, PLENTY, 20_000);
        assertThat(few.status()).isEqualTo(LpStatus.WORK_LIMIT);
        assertThat(more.status()).isEqualTo(LpStatus.WORK_LIMIT);
        assertThat(few.iterations()).isBetween(1_000L, 5_000L);
        assertThat(more.iterations()).isBetween(20_000L, 25_000L);
        HardPrograms.assertPoint(program, more);
    }

    /** Branch and bound would look at no limit before it had solved its root relaxation, which takes minutes here. */
    @Test
    void theRootRelaxationIsLimited() {
        IntegerProgram program = HardPrograms.integerPacking(2500, 25_000, 1);
        IntegerResult result = solve(program, PLENTY, 300);
        assertThat(result.status()).isEqualTo(LpStatus.WORK_LIMIT);
        assertThat(result.iterations()).isEqualTo(300);
        assertThat(result.hasPoint()).isFalse();
    }

    /** Heuristics would solve integer programs of their own, which look at no limit: one step would take thousands. */
    @Test
    void noStepIsAnIntegerProgramOfItsOwn() {
        IntegerResult result = solve(HardPrograms.integerPacking(50, 400, 1), 70, PLENTY);
        assertThat(result.status()).isEqualTo(LpStatus.WORK_LIMIT);
        assertThat(result.iterations()).isLessThan(70 * 100);
    }

    @Test
    void aWholePointOfTheRelaxationIsTheAnswer() {
        IntegerProgram program = new IntegerProgram();
        int a = program.addBinary(-2);
        int b = program.addBinary(-1);
        program.atMost(1, new int[] {a, b});
        // not a single step is left for branch and bound
        IntegerResult result = solve(program, 0, 100);
        assertThat(result.status()).isEqualTo(LpStatus.OPTIMAL);
        assertThat(result.values()[a]).isEqualTo(1);
        assertThat(result.values()[b]).isZero();
        assertThat(result.objective()).isEqualTo(-2);
        assertThat(result.bound()).isEqualTo(-2);
    }
}
