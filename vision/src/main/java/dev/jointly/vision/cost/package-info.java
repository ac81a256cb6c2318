/** From evidence to a problem: costs as log-odds, and fitting them to what annotators know. */
@NullMarked
package dev.jointly.vision.cost;

import org.jspecify.annotations.NullMarked;
