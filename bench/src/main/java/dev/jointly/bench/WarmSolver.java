package dev.jointly.bench;

import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.Solver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A solver whose code is compiled before anything counts: one thread, one process. */
final class WarmSolver {
    private final Solver solver = new Solver(new HighsEngine());

    /** One problem by one method: a row of most tables. */
    record Timed(Problem problem, String method, Solution solution, Timing timing) {
        static final String HEADINGS = "problem | detections | method | ms | cpu ms | optimal | nodes";

        boolean optimal() {
            return solution.status() == Solution.Status.OPTIMAL;
        }

        double wall() {
            return timing.wall();
        }

        double cpu() {
            return timing.cpu();
        }

        /** Cells under the headings, and more. */
        Object[] row(Object... more) {
            List<Object> cells = new ArrayList<>(
                    List.of(problem.id(), problem.size(), method, wall(), cpu(), optimal(), solution.nodes()));
            cells.addAll(List.of(more));
            return cells.toArray();
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
    Timed solve(Problem problem, Contender contender, CommonOptions options) {
        Settings settings = contender.settings().withTimeLimit(options.timeLimit);
        List<Solution> last = new ArrayList<>();
        Timing timing = options.timed(() -> {
            last.clear();
            last.add(solver.solve(problem, settings));
        });
        return new Timed(problem, contender.name(), last.get(0), timing);
    }
}
