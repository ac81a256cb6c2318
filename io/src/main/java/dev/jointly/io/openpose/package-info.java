/**
 * OpenPose's files: candidates into evidence, and the anatomies of its two models. Imports {@code anatomy}, {@code
 * evidence}, {@code io}; Jackson.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.io.openpose;

import org.jspecify.annotations.NullMarked;
