/**
 * The port to a linear and integer programming engine: what the solver may ask, and nothing an engine is called. The
 * adapter lives in a room of its own below this one. Imports nothing of the project.
 *
 * <p>All models minimise. Duals are d(objective)/d(right-hand side), so in a minimisation a row bounded above has a
 * dual of at most zero, and the reduced cost of a column is c - A'y.
 */
@NullMarked
package dev.jointly.lp;

import org.jspecify.annotations.NullMarked;
