/**
 * A simulated annotator, who knows the right people and repairs a grouping by pins or by hand. Imports {@code anatomy}, {@code
 * problem}, {@code pose}, {@code solve}, {@code session}, {@code margin}, {@code vision.cost} and {@code vision.eval}.
 */
@NullMarked
package dev.jointly.bench.annotator;

import org.jspecify.annotations.NullMarked;
