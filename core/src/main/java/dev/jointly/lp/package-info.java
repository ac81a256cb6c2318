/**
 * The interface to a linear and integer programming engine, independent of any particular one. The adapter to an engine
 * is a separate package below this one. Imports nothing of the project.
 *
 * <p>All models minimise. Duals are d(objective)/d(right-hand side), so in a minimisation a row bounded above has a
 * dual of at most zero, and the reduced cost of a column is c - A'y.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise. Arrays are not copied: do not change one that was
 * passed in or handed out.
 */
@NullMarked
package dev.jointly.lp;

import org.jspecify.annotations.NullMarked;
