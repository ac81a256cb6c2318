/** Tests of evaluation. */
@NullMarked
package dev.jointly.vision.eval;

import org.jspecify.annotations.NullMarked;
