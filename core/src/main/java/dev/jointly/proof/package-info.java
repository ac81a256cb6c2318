/**
 * What a proof says, and nothing about how it was found or how it is checked: the one thing solver and checker both
 * speak. Data only. Imports nothing.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise. Arrays are not copied: do not change one that was
 * passed in or handed out.
 */
@NullMarked
package dev.jointly.proof;

import org.jspecify.annotations.NullMarked;
