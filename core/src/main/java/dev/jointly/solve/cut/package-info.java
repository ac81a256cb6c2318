/** Cuts that tighten the relaxation: which ones a point violates, and how many a proof may have. */
@NullMarked
package dev.jointly.solve.cut;

import org.jspecify.annotations.NullMarked;
