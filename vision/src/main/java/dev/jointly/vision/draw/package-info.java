/**
 * Draws people and detections: {@link dev.jointly.vision.draw.Overlay} decides what is drawn, {@link
 * dev.jointly.vision.draw.Colouring} in which colour, a {@link dev.jointly.vision.draw.Canvas} how. Also draws the reliability plot of a cost model, with a plotting library.
 * Imports {@code problem}, {@code pose} and {@code anatomy} of the core, and {@code vision.cost}.
 */
@NullMarked
package dev.jointly.vision.draw;

import org.jspecify.annotations.NullMarked;
