/**
 * The restricted masters: the Benders master of the paper and the single master of pure column generation. They turn
 * columns and rows into an LP, and the LP's duals into a {@link dev.jointly.solve.term.DualPoint}. They never price.
 * Imports {@code term}, {@code problem} and the port {@code lp}.
 */
@NullMarked
package dev.jointly.solve.master;

import org.jspecify.annotations.NullMarked;
