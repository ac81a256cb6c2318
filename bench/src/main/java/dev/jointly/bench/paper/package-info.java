/**
 * The paper's experiment: problem sets, runs that resume after an interruption, tables and a report. Imports {@code
 * bench.scene}, {@code bench.measure} and what the core, io and vision offer; Carpet writes Parquet.
 */
@NullMarked
package dev.jointly.bench.paper;

import org.jspecify.annotations.NullMarked;
