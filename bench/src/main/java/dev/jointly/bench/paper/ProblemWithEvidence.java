package dev.jointly.bench.paper;

import dev.jointly.evidence.Evidence;
import dev.jointly.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A problem, and the evidence it was made from.
 *
 * @param evidence null for generated problems; baselines, which need affinities, are then not run
 */
public record ProblemWithEvidence(Problem problem, @Nullable Evidence evidence) {}
