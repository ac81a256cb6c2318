package dev.jointly.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.Deadline;
import dev.jointly.lp.LpEngine;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.Trials;
import dev.jointly.track.TrackVerdict.Outcome;
import dev.jointly.track.choose.TrackChooser;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Choices and tracks against trying everything; every solution passes the checker. */
class TrackChooserTest {
    private static final LpEngine ENGINE = new HighsEngine();

    private static Deadline minute() {
        return Deadline.after(Duration.ofMinutes(1));
    }

    @Test
    void nothingIsCheaper() {
        int optimal = 0;
        int trials = 0;
        int small = 0;
        for (long seed : Trials.seeds(1, 400, 2000)) {
            Random random = new Random(seed);
            int gap = random.nextInt(3);
            TrackProblem problem = RandomChoices.problem(random, 3 + random.nextInt(2), 3, gap);
            TrackSolution solution = new TrackChooser(ENGINE, t -> {}).solve(problem, minute());
            TrackVerdict verdict = TrackCheck.check(problem, solution);
            assertThat(verdict.outcome()).as("%s", verdict.reasons()).isNotEqualTo(Outcome.REJECTED);
            long optimum = RandomChoices.optimum(problem);
            assertThat(verdict.bound()).isLessThanOrEqualTo(optimum);
            assertThat(solution.objective()).as("seed %d", seed).isEqualTo(optimum);
            trials++;
            optimal += verdict.outcome() == Outcome.OPTIMAL ? 1 : 0;
            small += optimum - verdict.bound() > 0 && optimum - verdict.bound() < 10 ? 1 : 0;
            if (verdict.outcome() != Outcome.OPTIMAL) {
                System.out.println(seed + " " + optimum + " " + verdict.bound());
            }
        }
        System.out.println(optimal + " of " + trials + " small gaps " + small);
    }
}
