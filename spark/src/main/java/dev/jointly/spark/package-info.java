/**
 * Batches on Apache Spark: the input is cut into pieces of about equal cost, each piece is one task, and each task
 * commits its own Parquet files, so that a rerun does only what is missing. Spark schedules and retries; nothing is
 * shuffled. The entry point is {@link dev.jointly.spark.Batch}. The only package that uses Spark, Hadoop or Parquet,
 * none of them in a public signature; may import every package of core, io and vision.
 */
@NullMarked
package dev.jointly.spark;

import org.jspecify.annotations.NullMarked;
