/**
 * The command line: {@code jointly solve}, {@code verify}, {@code generate}, {@code pose}, {@code model}. The composition root, where the engine is
 * chosen and everything meets; imports any room, and no room imports it.
 */
@NullMarked
package dev.jointly.cli;

import org.jspecify.annotations.NullMarked;
