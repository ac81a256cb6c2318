package dev.jointly.server;

import dev.jointly.problem.Problem;
import dev.jointly.session.Session;
import dev.jointly.solve.Settings;

/** Begins sessions with the solver that the program was started with. */
@FunctionalInterface
public interface SessionMaker {
    /** A session that has solved nothing yet. */
    Session make(Problem problem, Settings settings);
}
