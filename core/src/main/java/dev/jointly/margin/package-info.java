/**
 * How near other groupings are: margins of joints and people, proven from below by the prices of a solution's proof or found
 * exactly by solving again, the best groupings in order, and what a known grouping would cost.
 */
@NullMarked
package dev.jointly.margin;

import org.jspecify.annotations.NullMarked;
