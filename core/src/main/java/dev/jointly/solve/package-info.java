/**
 * The solver: settings in, events and a solution out. {@link dev.jointly.solve.Solver} is the entry point. Imports every
 * package below {@code solve}, the interface {@code lp}, {@code proof}, {@code pose}, {@code problem} and {@code anatomy}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.solve;

import org.jspecify.annotations.NullMarked;
