/**
 * Made-up scenes: people of a simple body model, what a detector might report of them, and costs as a cost generator
 * might give them. For tests, benchmarks and first steps without photos. Imports {@code problem} and {@code anatomy}.
 */
@NullMarked
package dev.jointly.generate;

import org.jspecify.annotations.NullMarked;
