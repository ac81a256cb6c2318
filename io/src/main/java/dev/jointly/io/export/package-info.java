/**
 * Solutions in the words of other tools: COCO annotations and results, OpenPose, CVAT, Label Studio, DeepLabCut's CSV. Every
 * person keeps its cost and the duplicates of its joints, every picture its bounds, wherever the format has room for them.
 * Imports {@code anatomy}, {@code problem}, {@code certify}, {@code solve} of the core and {@code io}; Jackson, and the
 * platform's XML writer.
 */
@NullMarked
package dev.jointly.io.export;

import org.jspecify.annotations.NullMarked;
