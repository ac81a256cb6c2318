package dev.jointly.solve.branch;

import dev.jointly.proof.Decision;

/** A decision with its answer. */
public record Answer(Decision decision, boolean in) {}
