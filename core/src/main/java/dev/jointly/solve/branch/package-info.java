/**
 * The tree of branch-and-price (method section 5): what answers to questions rule out, which question to ask next,
 * which parts of a component deserve a tree of their own, and the person's pins, which are enforced by the same means. Imports {@code price}, {@code term}, {@code proof}, {@code
 * problem} and {@code anatomy}.
 */
@NullMarked
package dev.jointly.solve.branch;

import org.jspecify.annotations.NullMarked;
