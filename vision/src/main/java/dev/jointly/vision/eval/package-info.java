/**
 * Measures of the accuracy of people found, by the usual rules of the field, and the baselines: other methods that
 * group the same candidates. {@code dev/evaluation.md} has the rules and the figures.
 */
@NullMarked
package dev.jointly.vision.eval;

import org.jspecify.annotations.NullMarked;
