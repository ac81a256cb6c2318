/**
 * One grouping problem: detections, their costs in micro-units, pairs, pins, and the calibrated score of people.
 * Everything here is immutable and checked at construction. Imports {@code anatomy} only.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.problem;

import org.jspecify.annotations.NullMarked;
