/** Tests that concern several rooms. */
@NullMarked
package dev.jointly.vision;

import org.jspecify.annotations.NullMarked;
