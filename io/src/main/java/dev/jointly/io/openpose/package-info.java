/** OpenPose's files: candidates into evidence, and the two bodies OpenPose knows. Imports {@code anatomy}, {@code evidence}, {@code io}; Jackson. */
@NullMarked
package dev.jointly.io.openpose;

import org.jspecify.annotations.NullMarked;
