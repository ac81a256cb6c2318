/**
 * Pricing: the cheapest skeleton of a lead by dynamic programming over the body tree, the cheapest local assignment of
 * a host by branch and bound (paper section 3.2 and 3.3), both in exact whole numbers, and the lower bound that one
 * pass of both proves. Each can be stopped, with a bound that is weaker but valid. {@code ConstructionHeuristic} builds a first
 * feasible solution from both. Imports {@code term} and {@code problem}.
 */
@NullMarked
package dev.jointly.solve.price;

import org.jspecify.annotations.NullMarked;
