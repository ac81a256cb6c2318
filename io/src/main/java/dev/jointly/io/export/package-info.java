/**
 * Solutions in the formats of other tools: COCO annotations and results, OpenPose, CVAT, Label Studio, DeepLabCut's
 * CSV, Ultralytics, and a plain table. Every person keeps its cost and the duplicates of its joints, every image its
 * bounds, as far as the format allows. Imports {@code anatomy}, {@code problem}, {@code pose}, {@code certify}, {@code
 * solve} of the core and {@code io}; Jackson, and the platform's XML writer.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.io.export;

import org.jspecify.annotations.NullMarked;
