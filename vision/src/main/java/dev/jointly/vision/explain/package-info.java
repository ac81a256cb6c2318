/**
 * Why a known answer was not found: the detector, the costs, or what the problem forbids. Imports {@code cost}, and of the core
 * the packages that solve a problem again under pins.
 */
@NullMarked
package dev.jointly.vision.explain;

import org.jspecify.annotations.NullMarked;
