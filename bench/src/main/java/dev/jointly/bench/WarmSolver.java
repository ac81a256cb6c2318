package dev.jointly.bench;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A solver whose code is compiled by the time it counts: one thread, one process. */
final class WarmSolver {
    private final Solver solver = new Solver(new HighsEngine());

    /** A solution and its time. */
    record Timed(Solution solution, Timing timing) {
        boolean optimal() {
            return solution.status() == Solution.Status.OPTIMAL;
        }
    }

    /** Solves problems in turn, over and over, for about so long. */
    void up(List<Problem> problems, Settings settings, Duration time) {
        long start = System.nanoTime();
        Settings limited = settings.withTimeLimit(time);
        do {
            for (Problem problem : problems) {
                if (System.nanoTime() - start < time.toNanos()) {
                    solver.solve(problem, limited);
                }
            }
        } while (System.nanoTime() - start < time.toNanos());
    }

    /** The last of several solutions, which are all the same, and their time. */
    Timed solve(Problem problem, Settings settings, Timing.Repeats effort) {
        AtomicReference<@Nullable Solution> last = new AtomicReference<>();
        Timing timing = Timing.of(() -> last.set(solver.solve(problem, settings)), effort);
        Solution solution = last.get();
        if (solution == null) {
            throw new IllegalStateException("nothing was run");
        }
        return new Timed(solution, timing);
    }
}
