/**
 * The Benders sub-problems: given how much each detection is used as a global one, what the local assignments of a
 * cluster cost at least, told as a row for the master (paper section 3.3). Imports {@code price}, {@code term},
 * {@code problem} and the port {@code lp}.
 */
@NullMarked
package dev.jointly.solve.sub;

import org.jspecify.annotations.NullMarked;
