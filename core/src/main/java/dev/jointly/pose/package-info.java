/**
 * The result: poses, each a skeleton of global detections and the local ones attached to it. Imports {@code problem}.
 */
@NullMarked
package dev.jointly.pose;

import org.jspecify.annotations.NullMarked;
