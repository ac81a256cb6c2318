/**
 * The output of a detector and the annotations of people, before costs: produced by networks and by readers of other
 * tools' files, consumed by cost models. Imports {@code problem} and {@code anatomy}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise. Arrays are not copied: do not change one that was
 * passed in or handed out.
 */
@NullMarked
package dev.jointly.evidence;

import org.jspecify.annotations.NullMarked;
