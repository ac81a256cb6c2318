/**
 * The restricted master problem of pure column generation, and what it shares with that of BCG. It turns columns and rows into
 * an LP, and the LP's duals into a {@link dev.jointly.solve.term.DualPoint}. It never prices.
 */
@NullMarked
package dev.jointly.solve.master;

import org.jspecify.annotations.NullMarked;
