package dev.jointly.cli;

import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;
import java.util.List;
import java.util.Optional;

/**
 * What became of one problem.
 *
 * @param solution empty where no poses keep its pins, as its log says
 * @param alone whether it is the only problem of the run
 * @param log what the solver had to say and nobody has seen yet
 */
record SolvedProblem(Problem problem, Optional<Solution> solution, boolean alone, List<String> log) {}
