/**
 * What can be tuned: tolerances, grids, shares and work limits, each with its range and default.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.solve.option;

import org.jspecify.annotations.NullMarked;
