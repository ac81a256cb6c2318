/**
 * Tracks of clips some of whose frames have alternative groupings: an integer program, with a bound that {@link
 * dev.jointly.track.TrackCheck} checks in exact integers. Imports {@code track}, {@code pose} and the port {@code lp}.
 *
 * <ul>
 *   <li>{@link dev.jointly.track.choose.GroupedFrame}: from the groupings of a frame to its people and their prices.
 *   <li>{@link dev.jointly.track.choose.TrackChooser}: from a problem with choices to groupings, tracks and dual.
 * </ul>
 *
 * <p>The engine's numbers only suggest: which groupings to choose, and which multipliers to use. Tracks, objective and
 * potentials are found by the exact flow of {@code track}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.track.choose;

import org.jspecify.annotations.NullMarked;
