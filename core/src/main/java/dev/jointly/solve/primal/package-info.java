/**
 * From a relaxed solution to whole poses: greedy rounding at any moment, and now and then the integer program over
 * the columns found, of both kinds jointly. Imports {@code term}, {@code problem} and the port {@code lp}.
 */
@NullMarked
package dev.jointly.solve.primal;

import org.jspecify.annotations.NullMarked;
