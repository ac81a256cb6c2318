/**
 * A second look at the people that were found: joints are moved to where a network for one person sees them. Imports
 * {@code vision.net}, and of the core {@code problem}, {@code pose} and {@code anatomy}; {@code vision.cost} for the names of parts.
 */
@NullMarked
package dev.jointly.vision.refine;

import org.jspecify.annotations.NullMarked;
