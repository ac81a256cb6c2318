package dev.jointly.solve.branch;

import dev.jointly.proof.Decision;

/** A decision with its answer. */
public record BranchingDecision(Decision decision, boolean in) {}
