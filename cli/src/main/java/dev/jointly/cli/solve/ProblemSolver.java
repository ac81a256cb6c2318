package dev.jointly.cli.solve;

import dev.jointly.cli.SolveFunction;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.report.RunReport;
import dev.jointly.cli.solve.Result.Failure;
import dev.jointly.io.BadInputException;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginFinder;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Solves single problems, checks the solutions and makes them ready to be written. Thread-safe.
 *
 * @param report receives what the solver does
 * @param margins finds the margins of each solution, and knows whether answers are checked before they are published
 */
public record ProblemSolver(SolveFunction solving, Settings settings, RunReport report, MarginFinder margins) {
    /**
     * What becomes of one problem.
     *
     * @param file where it came from
     * @param alone whether it is the only one of the run
     */
    Result answer(Problem problem, String file, boolean alone, AnswerSink sink, BooleanSupplier stopped)
            throws IOException {
        if (stopped.getAsBoolean()) {
            sink.drop(problem);
            return new Result.Skipped();
        }
        // one problem gets all threads; of many each gets one
        Settings own = alone ? settings : settings.withThreads(1);
        // the lines of problems solved side by side must not mix
        boolean live = alone || settings.threads() == 1;
        List<String> later = new ArrayList<>();
        Consumer<String> lines = live ? report::line : later::add;
        long start = System.nanoTime();
        try {
            Consumer<SolveEvent> listener = report.listener(lines);
            Solution solution = margins.selfCheck()
                    ? checked(problem, own, listener, stopped, later)
                    : solving.solve(problem, own, listener, stopped);
            Duration left = own.timeLimit().minusNanos(System.nanoTime() - start);
            List<Margin> found = margins.margins(
                    problem,
                    solution,
                    own.withTimeLimit(left.isNegative() ? Duration.ZERO : left),
                    stopped,
                    warning -> later.add("jointly: " + warning));
            SolvedProblem solved = new SolvedProblem(problem, solution, found);
            int weak = PlainWords.weak(problem, solution.poses());
            return new Result.Answered(solution, weak, sink.prepare(solved, alone), later);
        } catch (PinsException | BadInputException | ProblemTooLargeException e) {
            sink.drop(problem);
            return new Result.Failed(new Failure(file, 0, problem.id(), e), alone, later);
        }
    }

    private Solution checked(
            Problem problem, Settings own, Consumer<SolveEvent> listener, BooleanSupplier stopped, List<String> later) {
        SelfCheck.Checked checked =
                SelfCheck.solve(problem, own, within -> solving.solve(problem, within, listener, stopped), stopped);
        checked.warning().ifPresent(warning -> later.add("jointly: " + warning));
        return checked.solution();
    }
}
