package dev.jointly.cli;

import dev.jointly.solve.Solution;
import java.util.List;
import java.util.Optional;

/**
 * What became of one problem.
 *
 * @param solved empty where no poses keep its pins, as its log says
 * @param log what the solver had to say and nobody has seen yet
 */
record SolvedProblem(Optional<Solved> solved, List<String> log) {
    /** A solution, and what is to be written of it. */
    record Solved(Solution solution, AnswerSink.Answer answer) {}

    /** What it takes to keep it until it is written. */
    int bytes() {
        return solved.map(one -> one.answer().bytes()).orElse(0);
    }
}
