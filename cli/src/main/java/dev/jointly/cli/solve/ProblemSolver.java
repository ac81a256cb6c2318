package dev.jointly.cli.solve;

import dev.jointly.cli.SolveFunction;
import dev.jointly.cli.report.PlainWords;
import dev.jointly.cli.report.RunReport;
import dev.jointly.io.BadInputException;
import dev.jointly.io.json.Json;
import dev.jointly.margin.Margin;
import dev.jointly.margin.MarginFinder;
import dev.jointly.problem.Problem;
import dev.jointly.problem.ProblemTooLargeException;
import dev.jointly.selfcheck.SelfCheck;
import dev.jointly.solve.PinsException;
import dev.jointly.solve.Settings;
import dev.jointly.solve.Solution;
import dev.jointly.solve.SolveEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
    Result answer(Problem problem, String file, boolean alone, AnswerSink sink, BooleanSupplier stopped) {
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
            return new Result.Failed(new Result.Failure(file, 0, problem.id(), e), alone, later);
        }
    }

    private Solution checked(
            Problem problem, Settings own, Consumer<SolveEvent> listener, BooleanSupplier stopped, List<String> later) {
        SelfCheck.Checked checked =
                SelfCheck.solve(problem, own, within -> solving.solve(problem, within, listener, stopped), stopped);
        checked.warning().ifPresent(warning -> later.add("jointly: " + warning));
        return checked.solution();
    }

    /** What became of a problem, or of the file it came from; handled in the order of the problems. */
    sealed interface Result {
        /**
         * A solution, and what is to be written of it.
         *
         * @param weak how many of its people are weak
         * @param log lines of the solver that have not been shown yet
         */
        record Answered(Solution solution, int weak, AnswerSink.Answer answer, List<String> log) implements Result {
            @Override
            public int bytes() {
                return answer.bytes();
            }
        }

        /**
         * A problem that cannot be read, solved or written, or a file that cannot be read on.
         *
         * @param alone whether it is the only one of the run
         * @param log lines of the solver that have not been shown yet
         */
        record Failed(Failure failure, boolean alone, List<String> log) implements Result {}

        /** The run was stopped before this problem's turn. */
        record Skipped() implements Result {}

        /** All problems of a file were handed over. */
        record EndOfFile() implements Result {}

        /** What it takes to keep it until its turn. */
        default int bytes() {
            return 200;
        }

        /**
         * Why a problem has no solution.
         *
         * @param file where it came from
         * @param line it is on; 0 if that is not known
         * @param problem its id; null if it could not be read
         */
        record Failure(String file, long line, @Nullable String problem, RuntimeException cause) {
            /** Whether no people that satisfy its pins exist, or none were found in time; anything else is wrong with the problem. */
            boolean pins() {
                return cause instanceof PinsException;
            }

            /** In place of a solution, for who waits for an answer to each line (docs/formats.md). */
            String json() {
                Map<String, Object> fields = new LinkedHashMap<>();
                if (problem != null) {
                    fields.put("problem", problem);
                }
                if (line > 0) {
                    fields.put("line", line);
                }
                fields.put("status", "failed");
                fields.put("reason", pins() ? "pins" : "input");
                fields.put("error", String.valueOf(cause.getMessage()));
                return Json.text(fields);
            }
        }
    }
}
