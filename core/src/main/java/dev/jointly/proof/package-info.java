/**
 * What a proof says, and nothing about how it was found or how it is checked: the one thing solver and checker both
 * speak. Data only. Imports nothing.
 */
@NullMarked
package dev.jointly.proof;

import org.jspecify.annotations.NullMarked;
