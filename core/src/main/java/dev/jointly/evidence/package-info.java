/**
 * The output of a detector and the annotations of people, before costs: produced by networks and by readers of other
 * tools' files, consumed by cost models. Imports {@code problem} and {@code anatomy}.
 */
@NullMarked
package dev.jointly.evidence;

import org.jspecify.annotations.NullMarked;
