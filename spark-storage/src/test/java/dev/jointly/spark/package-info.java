/** Tests of batches on real storage. */
@NullMarked
package dev.jointly.spark;

import org.jspecify.annotations.NullMarked;
