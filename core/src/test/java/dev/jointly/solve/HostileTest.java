package dev.jointly.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.oracle.HostileProblems;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.selfcheck.SelfCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Hostile problems end in time, with an answer that the checker confirms, or with a sentence that says why there is none.
 * {@code -Djointly.hostile=300 -Djointly.hostile.seconds=1} is the strict run on a quiet machine.
 */
@Tag("timing")
class HostileTest {
    private static final int COUNT = Integer.getInteger("jointly.hostile", 30);
    /** Beyond the time limit; the default leaves room for a busy machine. */
    private static final double OVERTIME = Integer.getInteger("jointly.hostile.seconds", 10);

    private static final Duration LIMIT = Duration.ofSeconds(1);

    @Test
    void limitsAreKept() {
        Solver solver = new Solver(new HighsEngine());
        List<String> late = new ArrayList<>();
        int answered = 0;
        int impossible = 0;
        double worst = 0;
        for (long seed = 0; seed < COUNT; seed++) {
            Problem problem = HostileProblems.of(seed);
            Method method = seed / 10 % 2 == 0 ? Method.PCG : Method.BCG;
            Settings settings = Settings.defaults().withMethod(method);
            long start = System.nanoTime();
            String outcome;
            try {
                Solution solution = solver.solve(problem, settings.withTimeLimit(SelfCheck.solvingTime(LIMIT)));
                Solution published =
                        SelfCheck.of(problem, solution, Duration.ofMillis(350)).solution();
                outcome = published.status() + ", " + published.poses().size() + " poses, gap " + published.gap();
                answered++;
            } catch (PinsException | ProblemTooLargeException e) {
                outcome = String.valueOf(e.getMessage());
                impossible++;
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            worst = Math.max(worst, seconds);
            System.out.printf(Locale.ROOT, "%s %s: %.2f s, %s%n", problem.id(), method, seconds, outcome);
            if (seconds > LIMIT.toSeconds() + OVERTIME) {
                late.add(problem.id() + ": " + seconds);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%d hostile problems: %d answered and confirmed, %d impossible or too large, longest %.2f s%n",
                COUNT,
                answered,
                impossible,
                worst);
        assertThat(late).isEmpty();
        assertThat(answered).isGreaterThanOrEqualTo(COUNT * 6 / 10);
    }
}
