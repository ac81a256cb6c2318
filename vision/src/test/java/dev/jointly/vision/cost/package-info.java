/** Tests of cost models. */
@NullMarked
package dev.jointly.vision.cost;

import org.jspecify.annotations.NullMarked;
