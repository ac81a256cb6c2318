/**
 * Generated scenes: people of a simple body model, the possible output of a detector, and costs as a cost generator
 * might assign them. For tests, benchmarks and first steps without images. Imports {@code problem} and {@code anatomy}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.generate;

import org.jspecify.annotations.NullMarked;
