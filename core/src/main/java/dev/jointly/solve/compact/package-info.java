/**
 * The peer: the same problem as one compact integer program for the bare engine, without columns, rows or reductions
 * of ours. Imports {@code term}, {@code problem} and the port {@code lp}.
 */
@NullMarked
package dev.jointly.solve.compact;

import org.jspecify.annotations.NullMarked;
