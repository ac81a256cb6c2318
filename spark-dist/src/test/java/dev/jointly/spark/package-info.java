/** Tests of the distribution on a real cluster. */
@NullMarked
package dev.jointly.spark;

import org.jspecify.annotations.NullMarked;
