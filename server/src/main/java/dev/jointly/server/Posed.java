package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.solve.Solution;

/** The people of an image, and the problem they are the solution of. */
public record Posed(Problem problem, Solution solution) {}
