/**
 * The commands that solve problems, check solutions and ask about them, and how solutions are read and written. Imports {@code cli}
 * and {@code cli.report}.
 */
@NullMarked
package dev.jointly.cli.solve;

import org.jspecify.annotations.NullMarked;
