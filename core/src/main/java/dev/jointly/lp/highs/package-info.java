/**
 * The adapter to HiGHS (MIT licence, <a href="https://highs.dev">highs.dev</a>) through its C interface: the only room
 * that names the engine. {@link dev.jointly.lp.highs.HighsEngine} is the way in. Imports the port {@code lp} and JNA.
 *
 * <p>JNA copies arrays into native memory before a call and back after it, so nothing here pins the Java heap; what is
 * left to get wrong is a length, and every length is derived from the array it belongs to.
 */
@NullMarked
package dev.jointly.lp.highs;

import org.jspecify.annotations.NullMarked;
