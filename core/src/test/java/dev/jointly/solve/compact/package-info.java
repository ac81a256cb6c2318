/**
 * The peer: the same problem as one compact integer program for the bare engine, without columns, rows or reductions
 * of ours. An oracle of tests, and what the benchmarks compare with.
 */
@NullMarked
package dev.jointly.solve.compact;

import org.jspecify.annotations.NullMarked;
