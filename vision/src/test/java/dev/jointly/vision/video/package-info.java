/** Tests. */
@NullMarked
package dev.jointly.vision.video;

import org.jspecify.annotations.NullMarked;
