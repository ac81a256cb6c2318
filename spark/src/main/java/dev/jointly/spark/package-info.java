/**
 * Batches on Apache Spark. {@link dev.jointly.spark.SolveFrames} is a function from a table of problems to a table of people, and
 * {@link dev.jointly.spark.JointlyExtensions} makes it one of SQL. {@link dev.jointly.spark.Batch} is the command on top: it cuts the input into
 * pieces, each a task that commits its own Parquet files, so that a rerun does only what is missing. Spark reads, schedules and
 * retries; nothing is shuffled but sums. The only package that uses Spark, Hadoop or Parquet; may import every package of core, io and
 * vision.
 */
@NullMarked
package dev.jointly.spark;

import org.jspecify.annotations.NullMarked;
