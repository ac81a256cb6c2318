/** Tests of comparing people. */
@NullMarked
package dev.jointly.vision.compare;

import org.jspecify.annotations.NullMarked;
