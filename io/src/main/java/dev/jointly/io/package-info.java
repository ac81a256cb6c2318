/** To come. */
@NullMarked
package dev.jointly.io;

import org.jspecify.annotations.NullMarked;
