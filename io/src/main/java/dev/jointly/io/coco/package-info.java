/**
 * COCO's key point annotations into truth. Imports {@code evidence}, {@code problem} and {@code io}; Jackson.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.io.coco;

import org.jspecify.annotations.NullMarked;
