/** What tests of several rooms share. */
@NullMarked
package dev.jointly.vision;

import org.jspecify.annotations.NullMarked;
