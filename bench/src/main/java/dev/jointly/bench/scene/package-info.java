/**
 * Sources of problems: detections of real networks, and real people seen by a simulated detector whose parameters are
 * estimated from a real one. Imports {@code bench.measure}, {@code evidence}, {@code problem}, {@code anatomy}, {@code
 * generate}, {@code io} and {@code vision.cost}; never {@code solve}.
 */
@NullMarked
package dev.jointly.bench.scene;

import org.jspecify.annotations.NullMarked;
