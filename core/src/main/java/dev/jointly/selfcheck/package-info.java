/**
 * The program checks itself: it publishes no solution whose poses and lower bound the checker has not confirmed.
 * Imports {@code certify} and {@code solve}, which are independent of each other, and {@code problem}, {@code pose},
 * {@code proof}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.selfcheck;

import org.jspecify.annotations.NullMarked;
