/** Tests of second looks. */
@NullMarked
package dev.jointly.vision.refine;

import org.jspecify.annotations.NullMarked;
