/**
 * Safe reductions and components (method section 6): detections no optimal skeleton or local assignment needs are taken
 * off the candidate lists, and what is left falls into independent problems. Exact for the LP and for the integers.
 * Imports {@code price}, {@code term} and {@code problem}.
 */
@NullMarked
package dev.jointly.solve.reduce;

import org.jspecify.annotations.NullMarked;
