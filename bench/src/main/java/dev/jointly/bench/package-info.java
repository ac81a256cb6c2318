/**
 * What measures: how fast, how much memory, against what. Prints tables, draws plots, and has no part in any answer;
 * nothing imports it. May import any room but the command line's.
 */
@NullMarked
package dev.jointly.bench;

import org.jspecify.annotations.NullMarked;
