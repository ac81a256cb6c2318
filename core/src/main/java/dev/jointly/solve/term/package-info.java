/**
 * The values that the packages of the solver exchange: columns, dual points, and the candidates they are made of.
 *
 * <table>
 * <caption>The paper's symbols</caption>
 * <tr><td>D, R, R'</td><td>detections, parts, major parts: {@code problem}, {@code anatomy}</td></tr>
 * <tr><td>theta, phi, omega</td><td>costs of a detection, a pair, a pose; whole micro-units</td></tr>
 * <tr><td>g, Gamma_g</td><td>{@link dev.jointly.solve.term.Skeleton} and its cost</td></tr>
 * <tr><td>l, Psi_l, L, M</td><td>{@link dev.jointly.solve.term.LocalAssignment}: local detections S (L), global detection m (M)</td></tr>
 * <tr><td>lambda1, lambda3 (lambda2 is superfluous)</td><td>{@link dev.jointly.solve.term.DualPoint}</td></tr>
 * <tr><td>(i, r) in Lambda^r</td><td>{@link dev.jointly.solve.benders.BendersRow}</td></tr>
 * <tr><td>C(n), N(m)</td><td>{@link dev.jointly.solve.term.Candidates}: who may join the skeleton of n, who may be local to m</td></tr>
 * </table>
 */
@NullMarked
package dev.jointly.solve.term;

import org.jspecify.annotations.NullMarked;
