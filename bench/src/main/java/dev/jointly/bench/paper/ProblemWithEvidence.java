package dev.jointly.bench.paper;

import dev.jointly.evidence.Evidence;
import dev.jointly.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A problem, and the candidates it was made of.
 *
 * @param evidence null where a problem was made up without any, so that peers, which look at affinities, have nothing to go by
 */
public record ProblemWithEvidence(Problem problem, @Nullable Evidence evidence) {}
