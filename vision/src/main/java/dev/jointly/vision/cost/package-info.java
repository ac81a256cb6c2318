/**
 * From evidence to a problem: costs as log-odds, and fitting them to annotations. {@link
 * dev.jointly.vision.cost.CostModel} is the entry point; {@code docs/costs.md} explains the costs. Only {@code
 * LogisticFit} uses the fitting library.
 */
@NullMarked
package dev.jointly.vision.cost;

import org.jspecify.annotations.NullMarked;
