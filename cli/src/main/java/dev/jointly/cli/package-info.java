/** To come. */
@NullMarked
package dev.jointly.cli;

import org.jspecify.annotations.NullMarked;
