/**
 * The conductor: settings in, events and a solution out. {@link dev.jointly.solve.Solver} is the way in. Imports every
 * room below {@code solve}, the port {@code lp}, {@code proof}, {@code pose}, {@code problem} and {@code anatomy}.
 */
@NullMarked
package dev.jointly.solve;

import org.jspecify.annotations.NullMarked;
