/**
 * The tree of branch-and-price (method section 5): what branching decisions rule out, which decision to branch on next, and the
 * user's pins, which are enforced by the same means. Imports {@code price}, {@code term}, {@code proof}, {@code problem} and
 * {@code anatomy}.
 */
@NullMarked
package dev.jointly.solve.branch;

import org.jspecify.annotations.NullMarked;
