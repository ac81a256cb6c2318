/**
 * Problems, solutions, evidence and tracks as JSON: strict readers that say in one line what is wrong and where, and writers whose
 * numbers are exact. Everything streams; a file of many problems is never in memory as a whole. Imports {@code anatomy},
 * {@code problem}, {@code evidence}, {@code pose}, {@code certify}, {@code solve} and {@code track} of the core, and Jackson's streaming
 * parser; never {@code lp}.
 *
 * <p>All types are immutable and thread-safe unless they say otherwise.
 */
@NullMarked
package dev.jointly.io;

import org.jspecify.annotations.NullMarked;
