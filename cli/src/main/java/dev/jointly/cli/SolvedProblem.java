package dev.jointly.cli;

import dev.jointly.margin.Margin;
import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.util.List;

/**
 * A problem with its solution, ready to be published.
 *
 * @param margins of the solution; empty unless they were asked for
 */
record SolvedProblem(Problem problem, Solution solution, List<Margin> margins) {}
