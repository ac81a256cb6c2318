package dev.jointly.cli;

import dev.jointly.margin.Margin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.util.List;

/**
 * A problem with its solution, ready to be published.
 *
 * @param margins of the solution; empty unless they were asked for
 * @param found the problem with its detections where they were found; the same unless joints were moved
 */
record SolvedProblem(Problem problem, Solution solution, List<Margin> margins, Problem found) {
    SolvedProblem(Problem problem, Solution solution, List<Margin> margins) {
        this(problem, solution, margins, problem);
    }

    /** The same with detections in other places; costs, and so the proof, stay. */
    SolvedProblem moved(Problem moved) {
        return new SolvedProblem(moved, solution, margins, found);
    }
}
