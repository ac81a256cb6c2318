/**
 * BCG, the paper's method: Benders decomposition with column generation, its master problem, its sub-problems and their rows.
 * {@link dev.jointly.solve.benders.BendersColumnGeneration} is Algorithm 1. Imported only by the class that selects the method.
 */
@NullMarked
package dev.jointly.solve.benders;

import org.jspecify.annotations.NullMarked;
