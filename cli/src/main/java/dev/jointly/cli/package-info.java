/**
 * The command line: the program ({@code Main}), where the engine is chosen and all modules meet; and what every command uses: the
 * console, exit codes, input and output files. {@code Main} imports any package; nothing outside the command line imports it.
 */
@NullMarked
package dev.jointly.cli;

import org.jspecify.annotations.NullMarked;
