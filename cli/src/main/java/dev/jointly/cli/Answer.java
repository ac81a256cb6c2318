package dev.jointly.cli;

import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.util.List;

/**
 * One solved problem.
 *
 * @param alone whether it is the only problem of the run
 * @param log what the solver had to say and nobody has seen yet
 */
record Answer(Problem problem, Solution solution, boolean alone, List<String> log) {}
