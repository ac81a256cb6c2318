/** What can be tuned: tolerances, grids, shares and work limits, each with its range and default. */
@NullMarked
package dev.jointly.solve.option;

import org.jspecify.annotations.NullMarked;
