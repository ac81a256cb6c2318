/** People and candidates as pictures. */
@NullMarked
package dev.jointly.vision.draw;

import org.jspecify.annotations.NullMarked;
