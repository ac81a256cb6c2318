/**
 * The anatomy of people: parts, the limbs that join them into a tree, and the major parts of which every pose has at least
 * one. Imports nothing of the project.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.anatomy;

import org.jspecify.annotations.NullMarked;
