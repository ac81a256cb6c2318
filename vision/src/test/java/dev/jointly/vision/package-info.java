/** Tests that concern several packages. */
@NullMarked
package dev.jointly.vision;

import org.jspecify.annotations.NullMarked;
