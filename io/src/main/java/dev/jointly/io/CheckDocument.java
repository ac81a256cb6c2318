package dev.jointly.io;

import dev.jointly.problem.Problem;

/** A problem as given, and what a solution of it claims. */
public record CheckDocument(Problem problem, ClaimDocument claim) {}
