/**
 * The checker of proofs: exact whole numbers only, no solver, no LP, no shared code with either. It recomputes from the
 * problem and the proof alone what a solution costs and how low any solution could go, and compares that with what is
 * claimed. Imports {@code proof}, {@code problem} and {@code anatomy}; an architecture test holds it to that.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.certify;

import org.jspecify.annotations.NullMarked;
