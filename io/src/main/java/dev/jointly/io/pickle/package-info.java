/**
 * Python pickles that hold numpy arrays, read by a machine that knows no Python: the opcodes of protocols 2 to 5 that plain
 * data needs, and the few names that make up an array. Every other name is refused before anything is done with it; there
 * is nothing here that could call it. Sizes are checked before memory is taken.
 *
 * <p>Home-made because the one maintained library, {@code net.razorvine:pickle} 1.5, cannot be locked down: its
 * constructors are one list for the whole process, it makes an object of any unknown class instead of refusing it, and it
 * takes as much memory as a length in the file says before it reads. Imports {@code io}.
 */
@NullMarked
package dev.jointly.io.pickle;

import org.jspecify.annotations.NullMarked;
