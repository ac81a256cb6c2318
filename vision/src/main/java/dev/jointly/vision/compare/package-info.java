/**
 * Compares two sets of people for the same frames: which joints and people differ, as a summary, a table and a sheet of drawings.
 * Imports {@code io} and the packages {@code draw} and {@code video}; no solver.
 */
@NullMarked
package dev.jointly.vision.compare;

import org.jspecify.annotations.NullMarked;
