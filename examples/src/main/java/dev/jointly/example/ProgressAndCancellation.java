package dev.jointly.example;

import dev.jointly.certify.Checker;
import dev.jointly.generate.Crowding;
import dev.jointly.generate.Generator;
import dev.jointly.lp.highs.HighsEngine;
import dev.jointly.problem.Micro;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import dev.jointly.solve.Solver;
import dev.jointly.solve.option.SolveOption;
import dev.jointly.solve.option.SolveOptions;
import java.util.concurrent.atomic.AtomicBoolean;

/** Listens to a solve and stops it early. The solution is valid nevertheless, and its lower bound is proven. */
public final class ProgressAndCancellation {
    private ProgressAndCancellation() {}

    public static void main(String[] args) {
        Problem problem = problem();
        // without this step, which the default has, the first bounds are far apart
        SolveOptions options = SolveOptions.defaults().with(SolveOption.BUNDLE_STEPS, 0);
        AtomicBoolean cancelled = new AtomicBoolean();

        Solution solution = new Solver(new HighsEngine())
                .solve(
                        problem,
                        Settings.defaults().withOptions(options),
                        event -> {
                            if (event instanceof SolveEvent.Iteration iteration) {
                                System.out.println("iteration " + iteration.iteration() + ": "
                                        + between(iteration.lowerBound(), iteration.objective()));
                                // any thread may do this, such as that of a button
                                cancelled.set(true);
                            }
                        },
                        cancelled::get);

        System.out.println(solution.status() + ": " + between(solution.lowerBound(), solution.objective()));
        System.out.println("proven bound " + Micro.toString(Checker.lowerBound(problem, solution.proof())));
    }

    static Problem problem() {
        return Generator.generate("crowd", 3, Crowding.ADVERSARIAL, 1);
    }

    private static String between(long lowerBound, long objective) {
        return "the optimum is from " + Micro.toString(lowerBound) + " to " + Micro.toString(objective);
    }
}
