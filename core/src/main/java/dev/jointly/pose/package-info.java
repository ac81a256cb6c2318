/**
 * The result: poses, each a skeleton of global detections and the local ones attached to it. Imports {@code problem}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.pose;

import org.jspecify.annotations.NullMarked;
