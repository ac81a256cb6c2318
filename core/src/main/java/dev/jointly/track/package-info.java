/**
 * Identity: the people of all frames of a clip, linked into tracks by an exact minimum-cost flow, and a checker that
 * shares no code with the solver. Imports {@code problem} (for micro-units), never {@code lp}, {@code solve} or {@code
 * certify}.
 *
 * <ul>
 *   <li>{@link dev.jointly.track.Clip}: frames, people, joints.
 *   <li>{@link dev.jointly.track.LinkCosts}: from a clip to the integer costs of a {@link
 *       dev.jointly.track.TrackProblem}. With {@link dev.jointly.track.MotionFit}, which fits one of its settings to the
 *       clip, the only place with floating point numbers.
 *   <li>{@link dev.jointly.track.TrackSolver}: from a problem to tracks, their objective and node potentials; again with pins, under a
 *       limit on the animals; and margins.
 *   <li>{@link dev.jointly.track.Crossings}: the doubtful places among the margins, and their words.
 *   <li>{@link dev.jointly.track.TrackCheck}: whether the tracks are feasible, what they cost, and whether the potentials
 *       prove that nothing is cheaper.
 * </ul>
 *
 * <p>A person here is a person in one frame; a track is one individual over time. Nothing looks at appearance: one who
 * leaves for longer than the longest gap returns as another track.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.track;

import org.jspecify.annotations.NullMarked;
