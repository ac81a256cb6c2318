package dev.jointly.solve.cut;

import dev.jointly.solve.term.DualPoint;
import dev.jointly.solve.term.PrimalPoint;

/**
 * What the relaxation of a tree's root came to before there were any cuts.
 *
 * @param dual prices
 * @param bound that they prove, on the grid
 * @param point of the LP
 */
public record Uncut(DualPoint dual, long bound, PrimalPoint point) {}
