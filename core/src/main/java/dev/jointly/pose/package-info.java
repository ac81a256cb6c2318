/**
 * The result: poses, which are people. Each is a skeleton of global detections and the local detections attached to it. Imports {@code problem}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.pose;

import org.jspecify.annotations.NullMarked;
