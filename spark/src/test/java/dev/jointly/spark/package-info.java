/** Tests of batches without a cluster. */
@NullMarked
package dev.jointly.spark;

import org.jspecify.annotations.NullMarked;
