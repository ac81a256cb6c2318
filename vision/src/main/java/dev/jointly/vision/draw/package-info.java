/**
 * People and candidates as pictures: {@link dev.jointly.vision.draw.Overlay} says what is drawn, a {@link
 * dev.jointly.vision.draw.Canvas} how. Also how far a cost model's probabilities hold, by a library that plots. Imports {@code
 * problem}, {@code pose} and {@code anatomy} of the core, and {@code vision.cost}.
 */
@NullMarked
package dev.jointly.vision.draw;

import org.jspecify.annotations.NullMarked;
