/**
 * Benchmarks: time and memory, compared with baselines. Prints tables; nothing imports it. May import
 * any package but that of the command line.
 */
@NullMarked
package dev.jointly.bench;

import org.jspecify.annotations.NullMarked;
