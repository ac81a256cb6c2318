/**
 * Oracles that share nothing with the solver: exhaustive enumeration, the full linear program over everything
 * enumerated, an exact simplex, and tiny random problems to try it all on. Imports {@code problem}, {@code anatomy} and
 * the interface {@code lp}; never {@code solve} or {@code certify}.
 */
@NullMarked
package dev.jointly.oracle;

import org.jspecify.annotations.NullMarked;
