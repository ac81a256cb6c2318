/**
 * Generated scenes: people of a simple anatomy, plausible detections of them, and plausible costs. For tests, benchmarks and first steps without images. Imports {@code problem} and {@code anatomy}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.generate;

import org.jspecify.annotations.NullMarked;
