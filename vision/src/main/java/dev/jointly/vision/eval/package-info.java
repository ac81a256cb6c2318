/**
 * How good people found are, by the rules the field agrees on, and the peers: other ways to group the very same
 * candidates. {@code docs/evaluation.md} tells the rules and the figures.
 */
@NullMarked
package dev.jointly.vision.eval;

import org.jspecify.annotations.NullMarked;
