/**
 * The command line: {@code jointly solve}, {@code verify}, {@code generate}, {@code pose}, {@code model}. The
 * composition root, where the engine is chosen and all modules meet; imports any package, and no package imports it.
 */
@NullMarked
package dev.jointly.cli;

import org.jspecify.annotations.NullMarked;
