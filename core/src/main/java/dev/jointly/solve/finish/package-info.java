/**
 * From a relaxed solution to whole poses: greedy rounding at any moment, and at the end the integer programs over the
 * columns found (the paper's master-then-parts, and both kinds of columns jointly). Imports {@code term},
 * {@code problem} and the port {@code lp}.
 */
@NullMarked
package dev.jointly.solve.finish;

import org.jspecify.annotations.NullMarked;
