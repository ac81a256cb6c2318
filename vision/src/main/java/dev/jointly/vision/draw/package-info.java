/**
 * People and candidates as pictures: {@link dev.jointly.vision.draw.Overlay} says what is drawn, a {@link
 * dev.jointly.vision.draw.Canvas} how. Imports {@code problem}, {@code pose} and {@code anatomy} of the core.
 */
@NullMarked
package dev.jointly.vision.draw;

import org.jspecify.annotations.NullMarked;
