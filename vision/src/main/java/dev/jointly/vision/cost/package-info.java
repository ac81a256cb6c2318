/**
 * From evidence to a problem: costs as log-odds, and fitting them to what annotators know. {@link
 * dev.jointly.vision.cost.CostModel} is the way in; what the costs mean is told in {@code docs/costs.md}. Only {@code
 * LogisticFit} names the library that fits.
 */
@NullMarked
package dev.jointly.vision.cost;

import org.jspecify.annotations.NullMarked;
