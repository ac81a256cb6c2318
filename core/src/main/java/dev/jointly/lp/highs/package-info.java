/**
 * The adapter to HiGHS (MIT licence, <a href="https://highs.dev">highs.dev</a>) through its C interface: the only
 * package that refers to the engine. {@link dev.jointly.lp.highs.HighsEngine} is the entry point. Imports the interface
 * {@code lp} and JNA.
 *
 * <p>JNA copies arrays into native memory before a call and back after it, so nothing here pins the Java heap; the only
 * remaining source of errors is a length, and every length is derived from its array.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.lp.highs;

import org.jspecify.annotations.NullMarked;
